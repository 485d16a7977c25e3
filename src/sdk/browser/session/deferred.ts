/** A promise with the way to resolve it. */
export interface Deferred {
  readonly promise: Promise<void>;
  readonly resolve: (value?: Promise<void>) => void;
}

export function deferred(): Deferred {
  let resolve: Deferred["resolve"] = () => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = (value) => settle(value);
  });
  return { promise, resolve };
}
