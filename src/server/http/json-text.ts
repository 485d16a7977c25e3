/** An answer that is JSON text already: put together from parts that many answers share, so that none is written anew. */
export class JsonText<A> {
  readonly text: string;
  /** Only the type knows what it is the text of. */
  declare readonly of: A;

  constructor(text: string) {
    this.text = text;
  }
}
