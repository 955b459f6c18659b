/** Says below a chosen time zone what time it is there now. */
export function tellZoneTimes(root: ParentNode = document): void {
  for (const select of root.querySelectorAll<HTMLSelectElement>('select[data-zone]')) {
    const note = document.createElement('span');
    note.className = 'hint';
    select.after(note);
    const tell = () => {
      note.hidden = select.value === '';
      if (note.hidden) return;
      const zone = zoneOf(select);
      const time = new Date().toLocaleTimeString('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
      note.textContent = `${zone}, now ${time}`;
    };
    select.addEventListener('change', tell);
    tell();
  }
}

/** Only the stored zone is sent as it is; the others by their city: `Buenos Aires (Argentina)` in the group `America`. */
function zoneOf(select: HTMLSelectElement): string {
  const [option] = select.selectedOptions;
  const group = option?.parentElement instanceof HTMLOptGroupElement ? option.parentElement.label : '';
  if (!option || select.value.includes('/') || group === 'Everywhere') return select.value;
  const [, city = '', within] = /^(.*?)(?: \((.*)\))?$/.exec(select.value) ?? [];
  return [group, ...(within ? [within] : []), city].join('/').replaceAll(' ', '_');
}
