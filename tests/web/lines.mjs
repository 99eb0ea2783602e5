// Lines of the process and of the module, as they are compared.

/** Whether a line comes only where an answer takes long: which move is being searched. */
export const isByClock = (line) => /currmove/.test(line);

/** Without what the clock says, what memory there is, and the key of a puzzle, which is a hash of words as long as the machine's. */
export const timeless = (line) => line
  // The program names its commit.
  .replace(/(Meihua \d+\.\d+\.\d+)\+[\w.]+/g, '$1')
  .replace(/ (time|nps) \d+/g, '').replace(/"(time|nps)":\d+,?/g, '')
  .replace(/("players":1.*"key":)"\w+"/, '$1').replace(/Key: \w+/, 'Key:')
  .replace(/(hash.* (?:max|1 to)) \d+/i, '$1').replace(/("name":"hash"[^}]*"max":)\d+/i, '$1');
