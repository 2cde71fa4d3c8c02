import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Scene } from './drawing.ts';
import { drawScene } from './draw-scene.ts';

/** Lines and points of a scene on a canvas, drawn again when the theme changes. */
export function SceneCanvas({ scene }: { scene: Scene }) {
  const ref = useRef<HTMLCanvasElement>(null);
  const theme = useTheme();
  // the colours of a theme are asked for once: a frame has no time to resolve styles
  const colors = useRef<{ theme: number; known: Map<string, string> }>({ theme, known: new Map() });
  // in the same frame as the axes, which stand in the SVG
  useLayoutEffect(() => {
    const canvas = ref.current;
    if (!canvas) return;
    if (colors.current.theme !== theme) colors.current = { theme, known: new Map() };
    const { known } = colors.current;
    let style: CSSStyleDeclaration | undefined;
    const color = (variable: string) => {
      const before = known.get(variable);
      if (before !== undefined) return before;
      style ??= getComputedStyle(canvas);
      const value = style.getPropertyValue(variable.slice(4, -1)).trim();
      known.set(variable, value);
      return value;
    };
    drawScene(canvas, scene, color, window.devicePixelRatio || 1);
  }, [scene, theme]);
  return <canvas ref={ref} className="chart-canvas" style={{ width: scene.width, height: scene.height }} aria-hidden />;
}

/** Changes when light and dark are switched: a class of the page, or the system's choice. */
const useTheme = (): number => {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const next = () => setTurn((count) => count + 1);
    const observer = new MutationObserver(next);
    for (const element of [document.documentElement, document.body]) observer.observe(element, { attributeFilter: ['class'] });
    return () => observer.disconnect();
  }, []);
  return turn;
};
