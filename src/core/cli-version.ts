/** The request header in which the command line says which version it is. */
export const cliVersionHeader = "Understudy-CLI-Version";

/** The oldest command line that this server serves. Older ones write code in a layout that no longer is. */
export const leastCliVersion = "0.1.0";
