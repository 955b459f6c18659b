import { editIntro } from '#newsroom/browser/brief/intro-blocks.ts';
import { followSend } from '#newsroom/browser/brief/send-report.ts';
import { orderStories } from '#newsroom/browser/brief/story-order.ts';
import { countChanges } from '#newsroom/browser/kit/changes.ts';
import { countCharacters } from '#newsroom/browser/kit/characters.ts';
import { showPreview } from '#newsroom/browser/kit/live-preview.ts';
import { tellZoneTimes } from '#newsroom/browser/kit/zone-times.ts';

// The script of the pages of a brief: composing it with the email beside, and following its send.

orderStories();
editIntro();
countCharacters();
countChanges();
tellZoneTimes();
followSend();
const form = document.querySelector<HTMLFormElement>('form#compose');
if (form) showPreview(form);
