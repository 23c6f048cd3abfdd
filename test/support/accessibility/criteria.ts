/** A success criterion of WCAG 2.2 at level A or AA (https://www.w3.org/TR/WCAG22/), for the button and the dialog. */
export interface Criterion {
  id: string;
  name: string;
  level: 'A' | 'AA';
  /** What is tested of it; or, where nothing of ours comes under it, why. */
  says: { tested: string } | { notApplicable: string };
}

const MEDIA = 'no sound and no film';
const FIELDS = 'no fields: what is typed is typed into the hosted page';

/** All 55 of them. A criterion that is `tested` is proven by the tests that name it: `WCAG 1.4.3` in a title. */
export const CRITERIA: readonly Criterion[] = [
  tested('1.1.1', 'Non-text Content', 'A', 'the close button has a name; drawings are not read out'),
  notApplicable('1.2.1', 'Audio-only and Video-only (Prerecorded)', 'A', MEDIA),
  notApplicable('1.2.2', 'Captions (Prerecorded)', 'A', MEDIA),
  notApplicable('1.2.3', 'Audio Description or Media Alternative (Prerecorded)', 'A', MEDIA),
  notApplicable('1.2.4', 'Captions (Live)', 'AA', MEDIA),
  notApplicable('1.2.5', 'Audio Description (Prerecorded)', 'AA', MEDIA),
  tested(
    '1.3.1',
    'Info and Relationships',
    'A',
    'axe, in each state; the dialog and each notice are named by their titles',
  ),
  tested(
    '1.3.2',
    'Meaningful Sequence',
    'A',
    'controls come by Tab as they stand, from left to right and from right to left',
  ),
  tested('1.3.3', 'Sensory Characteristics', 'A', 'no text of ours names a colour, a shape or a side'),
  tested('1.3.4', 'Orientation', 'AA', 'upright and across, on a phone: everything in sight'),
  notApplicable('1.3.5', 'Identify Input Purpose', 'AA', FIELDS),
  tested('1.4.1', 'Use of Color', 'A', 'each state says in words what it is'),
  notApplicable('1.4.2', 'Audio Control', 'A', MEDIA),
  tested('1.4.3', 'Contrast (Minimum)', 'AA', 'axe, in each state, in light and dark'),
  tested('1.4.4', 'Resize Text', 'AA', 'letters twice as large in each state: nothing cut off or covered'),
  tested('1.4.5', 'Images of Text', 'AA', 'no picture is loaded'),
  tested('1.4.10', 'Reflow', 'AA', '320 × 256 pixels: no scrolling sideways, every control in sight'),
  tested(
    '1.4.11',
    'Non-text Contrast',
    'AA',
    'drawings and the ring of the focus: 3 to 1 and more, in light and dark',
  ),
  tested(
    '1.4.12',
    'Text Spacing',
    'AA',
    'lines, letters and words spaced as the criterion says: nothing cut off',
  ),
  tested(
    '1.4.13',
    'Content on Hover or Focus',
    'AA',
    'nothing appears at a touch of the pointer or at focus',
  ),
  tested(
    '2.1.1',
    'Keyboard',
    'A',
    'the way on from each state is taken by keyboard; a whole payment, in three engines',
  ),
  tested('2.1.2', 'No Keyboard Trap', 'A', 'Tab leads into the frame and out of it again'),
  tested('2.1.4', 'Character Key Shortcuts', 'A', 'no letter, digit or sign does anything'),
  tested('2.2.1', 'Timing Adjustable', 'A', 'said at 30 and 10 seconds; a fresh page as often as needed'),
  tested('2.2.2', 'Pause, Stop, Hide', 'A', 'nothing moves but what is waited for, in each state'),
  tested('2.3.1', 'Three Flashes or Below Threshold', 'A', 'no animation turns more than twice in a second'),
  notApplicable('2.4.1', 'Bypass Blocks', 'A', 'a dialog has no blocks that repeat'),
  notApplicable('2.4.2', 'Page Titled', 'A', 'a dialog is no page; its name is under 1.3.1'),
  tested('2.4.3', 'Focus Order', 'A', 'where the focus is in each state, and after it'),
  tested('2.4.4', 'Link Purpose (In Context)', 'A', 'the one link says where it leads'),
  notApplicable('2.4.5', 'Multiple Ways', 'AA', 'no set of pages'),
  tested(
    '2.4.6',
    'Headings and Labels',
    'AA',
    'each notice has a heading that says what happened; each button a label of its own',
  ),
  tested('2.4.7', 'Focus Visible', 'AA', 'a ring around each control that the keyboard reaches'),
  tested(
    '2.4.11',
    'Focus Not Obscured (Minimum)',
    'AA',
    'nothing lies over a control that has the focus, with a phone’s keyboard on screen too',
  ),
  notApplicable('2.5.1', 'Pointer Gestures', 'A', 'no gestures'),
  tested('2.5.2', 'Pointer Cancellation', 'A', 'a press that is let go elsewhere does nothing'),
  tested('2.5.3', 'Label in Name', 'A', 'axe, in each state'),
  notApplicable('2.5.4', 'Motion Actuation', 'A', 'nothing answers to how a phone is held'),
  notApplicable('2.5.7', 'Dragging Movements', 'AA', 'nothing is dragged'),
  tested('2.5.8', 'Target Size (Minimum)', 'AA', '24 × 24 pixels or more, in each state'),
  tested('3.1.1', 'Language of Page', 'A', 'the dialog tells its language and direction'),
  tested(
    '3.1.2',
    'Language of Parts',
    'AA',
    'a dialog in another language than the page is marked with its own',
  ),
  tested('3.2.1', 'On Focus', 'A', 'nothing opens, moves or closes at focus'),
  notApplicable('3.2.2', 'On Input', 'A', FIELDS),
  notApplicable('3.2.3', 'Consistent Navigation', 'AA', 'no set of pages'),
  notApplicable('3.2.4', 'Consistent Identification', 'AA', 'no set of pages'),
  notApplicable('3.2.6', 'Consistent Help', 'A', 'no set of pages; help is the shop’s'),
  tested('3.3.1', 'Error Identification', 'A', 'what went wrong is said in words, and spoken'),
  notApplicable('3.3.2', 'Labels or Instructions', 'A', FIELDS),
  tested('3.3.3', 'Error Suggestion', 'AA', 'each notice of trouble has a way on'),
  tested(
    '3.3.4',
    'Error Prevention (Legal, Financial, Data)',
    'AA',
    'a payment that is left is asked about first; one order is never paid twice',
  ),
  notApplicable('3.3.7', 'Redundant Entry', 'A', FIELDS),
  notApplicable(
    '3.3.8',
    'Accessible Authentication (Minimum)',
    'AA',
    'the bank’s page and the hosted page ask who pays',
  ),
  tested('4.1.2', 'Name, Role, Value', 'A', 'axe, in each state'),
  tested('4.1.3', 'Status Messages', 'AA', 'said by a live region, or by a notice that takes the focus'),
];

function tested(id: string, name: string, level: Criterion['level'], what: string): Criterion {
  return { id, name, level, says: { tested: what } };
}

function notApplicable(id: string, name: string, level: Criterion['level'], why: string): Criterion {
  return { id, name, level, says: { notApplicable: why } };
}
