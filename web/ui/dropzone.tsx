import { Upload } from '@blueprintjs/icons';
import { type ComponentProps, type DragEvent, useRef, useState } from 'react';
import { classes } from './table.tsx';
import styles from './dropzone.module.css';

type OnFiles = (files: readonly File[]) => void;

/** Makes an element take dropped files; tells whether some are dragged over it. */
export const useFileDrop = (onFiles: OnFiles, isDisabled = false) => {
  const [isOver, setIsOver] = useState(false);
  return {
    isOver,
    target: {
      onDragOver: (event: DragEvent) => {
        event.preventDefault();
        setIsOver(true);
      },
      onDragLeave: () => setIsOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setIsOver(false);
        const files = [...event.dataTransfer.files];
        if (!isDisabled && files.length > 0) onFiles(files);
      },
    },
  };
};

interface Props extends Omit<ComponentProps<'button'>, 'type' | 'children' | 'onClick'> {
  /** Noun for the files: 'lab results'. */
  what: string;
  /** Name of the file chooser for a screen reader. */
  label: string;
  isOver: boolean;
  /** One line, for a screen that is not about files. */
  isSlim?: boolean;
  onFiles: OnFiles;
}

/** Place for laboratory reports, which also opens the file chooser. What is dropped on it comes by `useFileDrop`, here or around it. */
export function Dropzone({ what, label, isOver, isSlim = false, onFiles, className, ...button }: Props) {
  const input = useRef<HTMLInputElement>(null);
  // a finger drops nothing
  const words = matchMedia('(pointer: coarse)').matches ? `Select ${what}` : `Drop ${what} here or click to select files`;
  return (
    <>
      <button
        type="button"
        className={classes(styles.dropzone, isSlim && styles.slim, isOver && styles.over, className)}
        onClick={() => input.current?.click()}
        {...button}
      >
        <Upload aria-hidden />
        <span>{words}</span>
        <span className={styles.limits}>PDF, JPG or PNG, up to 50 MB and 60 pages each</span>
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept=".pdf,.jpg,.jpeg,.png"
        aria-label={label}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
