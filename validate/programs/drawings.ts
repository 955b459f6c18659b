/** Text in SVG drawings. Checkers cannot determine the colour behind it, so they skip it. */
export const TEXT_IN_DRAWINGS = '.drawing text, .dates-drawing text, .settled-drawing text';
