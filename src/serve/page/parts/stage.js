// The stage: the board alone and one line in large type, to be projected.

/** @param {import('../app.js').App} app @param {boolean} [isOn] */
export function setStage(app, isOn = !isStage()) {
  document.body.toggleAttribute('data-stage', isOn);
  app.render();
}

export function isStage() {
  return document.body.hasAttribute('data-stage');
}
