/** Who wants to hear of changes. A listener that throws is told in the console and stops nobody else. */
export class Listeners<Message> {
  private readonly all = new Set<{ readonly listener: (message: Message) => void }>();

  /** Gives the way to stop listening. */
  add(listener: (message: Message) => void): () => void {
    const entry = { listener };
    this.all.add(entry);
    return () => void this.all.delete(entry);
  }

  tell(message: Message): void {
    for (const entry of [...this.all]) {
      // One that was called before it may have stopped it.
      if (!this.all.has(entry)) continue;
      try {
        entry.listener(message);
      } catch (error) {
        console.error(error);
      }
    }
  }
}
