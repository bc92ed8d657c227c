/** Widget types of the library, by bundle, and those that the user added last. */

import { createWidgetTypeCalls } from '@sonde/client/widgets/widget-type-calls'
import { createWidgetsBundleCalls } from '@sonde/client/widgets/widgets-bundle-calls'
import type { LibraryType } from '@sonde/model/dashboards/editing/widget-from-type'
import { NIL_UUID } from '@sonde/model/ids'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount, useClient } from '../../../session/use-session.tsx'

export interface ListedType extends LibraryType {
  /** Identifies the type among all. */
  readonly key: string
  readonly image: string | null
  readonly description: string | null
  readonly bundleTitle: string
}

export interface LibraryBundle {
  readonly key: string
  readonly title: string
  readonly isSystem: boolean
  readonly types: readonly ListedType[]
}

/** Bundles that have types; those of the system first. */
export function useLibrary() {
  const { rest } = useClient()
  return useQuery({
    queryKey: ['widgetLibrary'],
    staleTime: 60_000,
    async queryFn({ signal }): Promise<readonly LibraryBundle[]> {
      const quiet = { signal, ignoreErrors: true }
      const types = createWidgetTypeCalls(rest)
      const bundles = await createWidgetsBundleCalls(rest).all(quiet)
      const listed = await Promise.all(
        bundles.map(async ({ alias, title, tenantId }): Promise<LibraryBundle> => {
          const isSystem = tenantId.id === NIL_UUID
          const all = await types.listDetails({ isSystem, bundleAlias: alias }, quiet)
          const key = `${isSystem ? 'system' : 'tenant'} ${alias}`
          return {
            key,
            title,
            isSystem,
            types: all.map(({ name, alias: typeAlias, image, description, descriptor }) => ({
              key: `${key} ${typeAlias}`,
              isSystem,
              bundleAlias: alias,
              bundleTitle: title,
              alias: typeAlias,
              name,
              image,
              description,
              descriptor,
            })),
          }
        }),
      )
      return listed
        .filter((bundle) => bundle.types.length > 0)
        .sort((a, b) => Number(b.isSystem) - Number(a.isSystem) || a.title.localeCompare(b.title))
    },
  })
}

/** Types whose name, description, bundle or alias contains all words of the text. */
export function searchTypes(types: readonly ListedType[], text: string): readonly ListedType[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return types.filter(({ name, description, bundleTitle, alias }) => {
    const searched = [name, description ?? '', bundleTitle, alias].join('\n').toLowerCase()
    return words.every((word) => searched.includes(word))
  })
}

const recentMax = 6

/** Keys of the types that this user added last in this browser, newest first. */
export function useRecentTypes(): { readonly keys: readonly string[]; readonly add: (key: string) => void } {
  const storageKey = `sonde.recentWidgetTypes.${useAccount()?.auth.userId ?? ''}`
  const [keys, setKeys] = useState(() => recentIn(storageKey))
  return {
    keys,
    add(key) {
      const next = [key, ...keys.filter((one) => one !== key)].slice(0, recentMax)
      setKeys(next)
      try {
        localStorage.setItem(storageKey, JSON.stringify(next))
      } catch {
        // Blocked or full: the list lasts until the library is closed.
      }
    },
  }
}

function recentIn(storageKey: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string').slice(0, recentMax) : []
  } catch {
    return []
  }
}
