/** Paths of lists whose entities have detail pages at `<list>/$entityId`: those of the catalogue, and two more. */

import { entityKinds, entityTypes, type PageOf, type TypesWith } from '@sonde/model/entities/entity-kinds'

type CataloguePath = PageOf<TypesWith<{ readonly page: string }>>

/** The page of a dashboard shows the dashboard itself, not its details. */
const dashboards = '/dashboards'
const others = ['/edgeManagement/ruleChains', '/widgets-bundles'] as const

export type ListPath = Exclude<CataloguePath, typeof dashboards> | (typeof others)[number]

const isListPath = (path: string | undefined): path is ListPath => path !== undefined && path !== dashboards

export const listPaths: readonly ListPath[] = [
  ...entityTypes.map((type) => entityKinds[type].page).filter(isListPath),
  ...others,
]
