/** Facts about the current route. */

import { useMatches } from '@tanstack/react-router'
import type { MessageKey } from '../locale/messages.ts'
import { type Crumb, type OwnerParam, ownerLists } from './crumb.ts'
import { type ListPath, listPaths } from './list-paths.ts'

/** Owner of the entities that the page shows. */
export interface PageOwner {
  readonly param: OwnerParam
  readonly id: string
}

interface Facts {
  readonly title: MessageKey | undefined
  /** Path, if the page is in the side menu. */
  readonly to: MenuTarget | undefined
  readonly crumbs: readonly Crumb[]
  readonly owner: PageOwner | undefined
  /** Path with parameter names, such as `/devices/$entityId`. */
  readonly route: string
}

type MenuTarget = '/home' | '/dashboards' | '/explore' | '/deadLetters' | ListPath
const menuTargets: readonly string[] = [
  '/home',
  '/dashboards',
  '/explore',
  '/deadLetters',
  ...listPaths,
] satisfies MenuTarget[]
const isMenuTarget = (path: string | undefined): path is MenuTarget => path !== undefined && menuTargets.includes(path)

/**
 * Returns the same object while the route is unchanged: other changes, such as its loading state, don't cause a render.
 */
export const usePageFacts = (): Facts =>
  useMatches({
    structuralSharing: true,
    select(matches): Facts {
      const match = matches.at(-1)
      const path = match?.pathname
      return {
        title: match?.staticData.title,
        crumbs: match?.staticData.crumbs ?? [],
        to: isMenuTarget(path) ? path : undefined,
        owner: ownerOf(match?.params ?? {}),
        route: match?.fullPath ?? '',
      }
    },
  })

function ownerOf(params: Readonly<Record<string, string | undefined>>): PageOwner | undefined {
  for (const param of Object.keys(ownerLists) as OwnerParam[]) {
    const id = params[param]
    if (id) return { param, id }
  }
  return undefined
}
