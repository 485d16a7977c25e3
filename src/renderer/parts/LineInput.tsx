import {
  type FocusEventHandler,
  type InputHTMLAttributes,
  type Ref,
  type TextareaHTMLAttributes,
  useCallback,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { hasLines, withItsBreaks } from "../text/line-breaks.ts";

interface LineInputProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange" | "onBlur"> {
  readonly ref?: Ref<HTMLInputElement | HTMLTextAreaElement>;
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly onBlur?: FocusEventHandler<HTMLInputElement | HTMLTextAreaElement> | undefined;
}

/**
 * A line of text. One that has line breaks, as files and the API may bring it, has as many lines as it needs: browsers take the
 * breaks out of what an `<input>` holds. Enter adds one there. It stays so until it is left.
 */
export function LineInput({ ref, value, onText, className = "input", onBlur, ...input }: LineInputProps) {
  const isLong = hasLines(value);
  const [wasLong, setWasLong] = useState(isLong);
  if (isLong && !wasLong) setWasLong(true);
  const isArea = isLong || wasLong;
  const field = useKeptFocus(ref, isArea);
  if (!isArea)
    return (
      <input
        className={className}
        {...input}
        ref={field}
        value={value}
        onBlur={onBlur}
        onChange={({ target }) => onText(target.value)}
      />
    );
  return (
    <textarea
      className={`${className} grows`}
      rows={2}
      {...areaProps(input)}
      ref={field}
      value={value}
      onBlur={(event) => {
        setWasLong(hasLines(event.target.value));
        onBlur?.(event);
      }}
      onChange={({ target }) => onText(withItsBreaks(value, target.value))}
    />
  );
}

/** An input's own attributes, such as its type, do nothing on a text area. It is a text box, and no role that opens something. */
const areaProps = ({ role: _, "aria-expanded": __, ...input }: InputHTMLAttributes<HTMLInputElement>) =>
  input as unknown as TextareaHTMLAttributes<HTMLTextAreaElement>;

type Field = HTMLInputElement | HTMLTextAreaElement;

/** The ref of a field that takes another's place: where that had the focus, this has it, with the caret. */
function useKeptFocus(ref: Ref<Field> | undefined, isArea: boolean) {
  const now = useRef<Field>(null);
  const caret = useRef<readonly [start: number | null, end: number | null]>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another element is there when it changes
  useImperativeHandle(ref, () => now.current as Field, [isArea]);
  return useCallback((field: Field | null) => {
    now.current = field;
    if (field === null) return;
    if (caret.current !== null) {
      field.focus();
      // An address has no caret that can be asked for.
      if (field.selectionStart !== null) field.setSelectionRange(...caret.current);
      caret.current = null;
    }
    return () => {
      // It is in the page still.
      if (document.activeElement === field) caret.current = [field.selectionStart, field.selectionEnd];
      now.current = null;
    };
  }, []);
}
