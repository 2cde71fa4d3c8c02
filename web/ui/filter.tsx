import { InputGroup, type InputGroupProps } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import styles from './filter.module.css';

/** The line above a list that says what of it is shown. */
export const FilterLine = ({ children }: { children: ReactNode }) => <search className={styles.filter}>{children}</search>;

/** A field of it; its label stands in it. */
export const FilterField = ({ label, ...rest }: InputGroupProps & { label: string }) => (
  <InputGroup aria-label={label} placeholder={label} type="search" autoComplete="off" spellCheck={false} {...rest} />
);
