/** Somebody else changed the document since it was read last: their edit is not written over. */
export class OutsideEdit extends Error {}
