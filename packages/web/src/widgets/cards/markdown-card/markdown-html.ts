/** Turns Markdown with HTML in it into HTML. The result is as hostile as its source and must be sanitized. */

import { escapeHtml } from '@sonde/model/dashboards/text-patterns'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

const extensions = [gfm()]
const htmlExtensions = [withoutTagFilter()]

/** Tables, task lists, links and strikethrough as on GitHub, but all tags: the sanitizer decides about them. */
function withoutTagFilter() {
  const { exit = {}, ...rest } = gfmHtml()
  const { htmlFlowData: _flow, htmlTextData: _text, ...kept } = exit
  return { ...rest, exit: kept }
}

/** Signs with a meaning in Markdown or HTML. */
const signs = '\\`*_{}[]<>()#+-!|~&"\'=$'
/** Code points that no text contains (Unicode 16, 23.7 Noncharacters): each stands for one of the signs. */
const standInFirst = 0xfdd0
const standIns = /[\ufdd0-\ufdef]/g
/** The same in the address of a link. */
const encodedStandIns = /%EF%B7%[9A][0-9A-F]/g

const signOf = (standIn: string): string => signs[standIn.charCodeAt(0) - standInFirst] ?? ''

/** Marks a text that is filled into Markdown, so that it stays text wherever it is: in code, tables and attributes. */
export const markText = (text: string): string =>
  text
    .replace(standIns, '')
    .replace(/[\\`*_{}[\]<>()#+\-!|~&"'=$]/g, (sign) => String.fromCharCode(standInFirst + signs.indexOf(sign)))
    .replace(/\s*[\r\n]\s*/g, ' ')

/** `text`: may contain texts from `markText`. */
export const markdownHtml = (text: string): string =>
  micromark(text, { extensions, htmlExtensions, allowDangerousHtml: true })
    .replace(standIns, (standIn) => escapeHtml(signOf(standIn)))
    .replace(encodedStandIns, (encoded) => encodeURIComponent(signOf(decodeURIComponent(encoded))))
