/** An answer that is JSON text already: put together from parts that many answers share. */
export class JsonText<A> {
  readonly text: string;
  /** The type of the value; there is nothing at run time. */
  declare readonly of: A;

  constructor(text: string) {
    this.text = text;
  }
}
