import { KeyboardSensor, type KeyboardSensorProps } from "@dnd-kit/core";

/**
 * dnd-kit's keyboard sensor, which listens for the arrows only from the next task on. On a busy page a key that
 * follows Space at once comes before that, and would be lost: it is held, and given once somebody listens.
 */
export class PatientKeyboardSensor extends KeyboardSensor {
  constructor(props: KeyboardSensorProps) {
    super(props);
    holdKeys(document);
  }
}

function holdKeys(page: Document): void {
  const held: KeyboardEvent[] = [];
  const hold = (event: KeyboardEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    held.push(event);
  };
  page.addEventListener("keydown", hold, { capture: true });
  // Asked for after the sensor's own timer: by then it listens.
  setTimeout(async () => {
    page.removeEventListener("keydown", hold, { capture: true });
    for (const event of held) {
      (event.target ?? page).dispatchEvent(new KeyboardEvent(event.type, event));
      await settled();
    }
  });
}

/** The next key is read against what the one before it left: drawn first. */
const settled = () => new Promise((done) => setTimeout(done));
