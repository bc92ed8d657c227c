/** Parses and checks the sites that may embed public dashboards, entered one per line. */

import { embeddingSitesMax, isSite } from '@sonde/model/dashboards/embedding'
import type { Translate } from '../locale/texts.ts'

export const linesOf = (text: string): readonly string[] =>
  text
    .split(/\s+/)
    .map((each) => each.replace(/\/$/, ''))
    .filter(Boolean)

export function sitesError(text: string, t: Translate): string | undefined {
  const sites = linesOf(text)
  const wrong = sites.find((each) => !isSite(each))
  if (wrong !== undefined) return t('dashboards.siteInvalid', { site: wrong })
  return sites.length > embeddingSitesMax ? t('dashboards.sitesTooMany', { max: embeddingSitesMax }) : undefined
}
