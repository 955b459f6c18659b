/** Numbers in drawings, on a stroke of the paper's colour: no checker can tell what lies behind words in a picture. */
export const DRAWN_WORDS = '.drawing text, .dates-drawing text, .settled-drawing text';
