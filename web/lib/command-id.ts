import { useCallback, useRef } from 'react';
import { v4 as newId } from 'uuid';

/**
 * Keys for the commands of a form: the same key while the same content is sent again after a lost answer,
 * so that nothing is saved twice; a new one when the content changed.
 */
export const useCommandId = (): ((payload: unknown) => string) => {
  const last = useRef<{ content: string; id: string } | undefined>(undefined);
  return useCallback((payload: unknown) => {
    const content = JSON.stringify(payload);
    if (last.current?.content !== content) last.current = { content, id: newId() };
    return last.current.id;
  }, []);
};
