/** Tokens for links and mails: 30 random letters and digits. */

import { randomInt } from 'node:crypto'

const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const length = 30

export const newOneTimeToken = (): string =>
  Array.from({ length }, () => characters[randomInt(characters.length)]).join('')
