/** Sample file: columns whose names the import recognizes, and two lines. */

import { csvLine } from './csv-file.ts'
import type { ImportKind } from './import-columns.ts'

/** Names of column types are recognized; other names become attribute keys. */
const samples: Readonly<Partial<Record<ImportKind, readonly (readonly string[])[]>>> = {
  DEVICE: [
    ['name', 'type', 'label', 'description', 'access_token', 'site'],
    ['Meter 1', 'default', 'Main meter', 'In the basement', 'METER_1_TOKEN', 'Hall A'],
    ['Meter 2', 'default', '', '', 'METER_2_TOKEN', 'Hall B'],
  ],
  ASSET: [
    ['name', 'type', 'label', 'description', 'floors'],
    ['Building 1', 'building', 'Headquarters', 'Built in 1998', '4'],
    ['Building 2', 'building', '', '', '2'],
  ],
  EDGE: [
    ['name', 'type', 'label', 'description', 'routing_key', 'secret'],
    ['Site 1', 'default', 'North', '', 'site-1-edge-key', 'site-1-edge-secret'],
    ['Site 2', 'default', 'South', '', 'site-2-edge-key', 'site-2-edge-secret'],
  ],
}

/** Sample for kinds without their own. */
const plainSample = [
  ['name', 'type', 'description', 'city'],
  ['Example 1', 'default', 'The first one', 'Oslo'],
  ['Example 2', 'default', '', 'Bergen'],
]

export const sampleCsv = (kind: ImportKind): string =>
  `${(samples[kind] ?? plainSample).map((cells) => csvLine(cells, ',')).join('\n')}\n`

export const sampleName = (kind: ImportKind): string => `${kind.toLowerCase()}s-sample.csv`
