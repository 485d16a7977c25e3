/** The version of this build; the same as package.json's, which a test holds. */
export const version = "0.1.0";
