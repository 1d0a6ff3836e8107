/** So many shares a user may have, and so many are listed: for administrators the newest of everybody's. */
export const maxShares = 2_000;
/** So many invitations are listed, the newest. */
export const listedInvitations = 500;
