import { deviceName } from "../../primitives.ts";

/** The folder of the runtime, beside those of the Spaces. */
export const runtimeFolder = "understudy";

/** A key as the name of a file or folder. Keys have no underscore, so that it makes a name that no other key has. */
export const fileName = (key: string): string => (deviceName.test(key) ? `${key}_` : key);

export const spaceFolder = (key: string): string => (key === runtimeFolder ? `${key}_` : fileName(key));
