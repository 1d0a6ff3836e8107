/** How a listing can be sorted, as addresses and settings name it; "": folders first, then by name. */
export const sortOrders = ["", "name", "time_minx_max", "time_max_min", "size_min_max", "size_max_min"] as const;
