import { type ReactNode, useId } from 'react';
import { classes } from './table.tsx';
import styles from './field-row.module.css';

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
  className?: string | undefined;
  children: (field: FieldProps) => ReactNode;
}

/** A field of a form: label above, control, error or help below. */
export function FieldRow({ label, error, help, required = false, className, children }: Props) {
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
    <div className={classes(styles.field, className)}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {!required && <span className={styles.optional}> (optional)</span>}
      </label>
      {children(field)}
      <div id={`${id}-below`} className={text ? styles.error : styles.help}>
        {below}
      </div>
    </div>
  );
}
