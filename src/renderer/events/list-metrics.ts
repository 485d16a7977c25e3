/** Heights of the list's parts, in CSS pixels, as events.css has them. */
export const headHeight = 28;
export const pausedLineHeight = 34;
