import { type ReactNode, useId } from 'react';

/** What a control needs so that its label, help and error belong to it: spread it on the input. */
interface FieldProps {
  id: string;
  'aria-invalid'?: true;
  'aria-required'?: true;
  'aria-describedby'?: string;
}

interface Props {
  label: string;
  /** Shown under the field instead of the help: one text, or several joined by commas. */
  error?: string | readonly string[] | undefined;
  help?: ReactNode;
  required?: boolean;
  className?: string;
  children: (field: FieldProps) => ReactNode;
}

/** A field of a form: label above, control, error or help below. */
export function FieldRow({ label, error, help, required = false, className = '', children }: Props) {
  const id = useId();
  const text = typeof error === 'string' ? error : error?.join(', ');
  const below = text || help;
  const field: FieldProps = {
    id,
    ...(text ? { 'aria-invalid': true } : {}),
    ...(required ? { 'aria-required': true } : {}),
    ...(below ? { 'aria-describedby': `${id}-below` } : {}),
  };
  return (
    <div className={`field ${className}`}>
      <label className="field-label" htmlFor={id}>
        {label}
        {!required && <span className="field-optional"> (optional)</span>}
      </label>
      {children(field)}
      <div id={`${id}-below`} className={text ? 'field-error' : 'field-help'}>
        {below}
      </div>
    </div>
  );
}
