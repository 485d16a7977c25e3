import { FileText, Upload } from "lucide-react";
import { type InputHTMLAttributes, useRef, useState } from "react";
import { useStore } from "zustand";
import type { ChosenFile } from "../stores/chosen-file.ts";
import { Field } from "./Field.tsx";
import { Icon } from "./Icon.tsx";

interface FileInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "onChange"> {
  readonly onFile: (file: File) => void;
}

interface FileFieldProps extends FileInputProps {
  readonly chosen: ChosenFile;
  readonly hint?: string;
}

/** A field for a file: says what is being read of it, and why it could not be read. */
export function FileField({ chosen, hint, ...input }: FileFieldProps) {
  const { reading, unread } = useStore(chosen.store);
  return (
    <Field label="File" hint={reading === null ? hint : `Reading ${reading}…`} error={unread}>
      {(tie) => <FileInput {...tie} {...input} />}
    </Field>
  );
}

/** A slot for a file, which is dropped there or chosen. The browser's own field lies over it, unseen, and does both. */
export function FileInput({ onFile, ...input }: FileInputProps) {
  const [over, setOver] = useState(false);
  const [name, setName] = useState<string | null>(null);
  return (
    <span className={over ? "filedrop is-open" : "filedrop"}>
      <Icon of={name === null ? Upload : FileText} size={14} />
      <span className="truncate">
        {name ?? (
          <>
            Drop it or <u>choose</u>
          </>
        )}
      </span>
      <input
        {...input}
        type="file"
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onClick={({ currentTarget }) => empty(currentTarget)}
        onDrop={({ currentTarget }) => {
          setOver(false);
          empty(currentTarget);
        }}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file === undefined) return;
          setName(file.name);
          onFile(file);
        }}
      />
    </span>
  );
}

/** A file that was mended meanwhile is chosen by the same name: a browser says nothing of that where it has it already. */
function empty(field: HTMLInputElement): void {
  field.value = "";
}

/** A file that a button or a command asks for: gives what asks, and the unseen field to put beside it. */
export function useFilePick(label: string, accept: string, onFile: (file: File) => void) {
  const field = useRef<HTMLInputElement>(null);
  const input = (
    <input
      ref={field}
      type="file"
      accept={accept}
      hidden
      aria-label={label}
      onChange={({ target }) => {
        const [file] = target.files ?? [];
        empty(target);
        if (file !== undefined) onFile(file);
      }}
    />
  );
  return { choose: () => field.current?.click(), input };
}
