// The script of the page Sending domain: buttons that copy the name or the value of a record.

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copies]')) {
  const label = button.firstChild;
  button.hidden = false;
  button.addEventListener('click', async () => {
    const text = document.getElementById(button.dataset.copies ?? '')?.textContent ?? '';
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    const notice = document.getElementById('copied');
    if (notice)
      notice.textContent = isCopied ? `Copied${button.querySelector('.unseen')?.textContent ?? ''}.` : 'Not copied.';
    if (label) label.textContent = isCopied ? 'Copied' : 'Select the text and copy it';
  });
}
