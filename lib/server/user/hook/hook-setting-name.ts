/** In the table; the command that turns it off knows it as well. */
export const hookSettingName = "signInHook";
