import { useEffect, useRef, useState } from 'react';

/**
 * The row that somebody types in. What is asked about it waits until the field is left, so that nothing moves while somebody types, or
 * between pressing a mouse button and letting it go.
 */
export const useTyping = () => {
  const [typing, setTyping] = useState<string>();
  const press = useRef({ isDown: false, hasLeft: false });
  useEffect(() => {
    const onUp = () => {
      const { hasLeft } = press.current;
      press.current = { isDown: false, hasLeft: false };
      // the click comes first: what it presses is what was shown
      if (hasLeft) setTimeout(() => setTyping(undefined), 0);
    };
    const ends = ['pointerup', 'pointercancel'] as const;
    for (const end of ends) document.addEventListener(end, onUp);
    return () => {
      for (const end of ends) document.removeEventListener(end, onUp);
    };
  }, []);
  return {
    typing,
    setTyping,
    /** Of the element that holds the rows. */
    handlers: {
      onPointerDown: () => {
        press.current.isDown = true;
      },
      onBlur: () => {
        if (press.current.isDown) press.current.hasLeft = true;
        else setTyping(undefined);
      },
    },
  };
};
