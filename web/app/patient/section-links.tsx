import styles from '../shell.module.css';
/** Focuses the heading of a section; the next Tab goes to its first button. */
export const goToSection = (id: string): void => {
  const heading = document.getElementById(`${id}-title`);
  heading?.focus({ preventScroll: true });
  heading?.closest('section')?.scrollIntoView();
};

/** Links to the sections of a record, seen while they have the focus: sixty controls stand before the last section. */
export function SectionLinks({ sections }: { sections: readonly { name: string; label: string }[] }) {
  return (
    <nav aria-label="Sections of this record">
      {sections.map(({ name, label }) => (
        <a
          key={name}
          className={styles.skip}
          data-passing
          href={`#${name}`}
          onClick={(event) => {
            event.preventDefault();
            goToSection(name);
          }}
        >
          To {label.toLowerCase()}
        </a>
      ))}
    </nav>
  );
}
