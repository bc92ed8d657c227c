/** What can be done with one profile, of devices or of tenants, in the list and in its details. */

import { useMemo } from 'react'
import { exportJsonAction } from '../json-files/export-json-action.tsx'
import { type EntityActions, useEntityActions } from './use-entity-actions.tsx'
import { useSetDefault } from './use-set-default.tsx'

interface Profile {
  readonly id: { readonly id: string }
  readonly name: string
  readonly default: boolean
}

/** The default one is neither deleted nor made the default again. */
export const isOrdinary = (profile: Pick<Profile, 'default'>): boolean => !profile.default

interface ProfileActionsParts<T> {
  /** Of its messages, its list's address and its keys in the query cache. */
  readonly room: 'deviceProfiles' | 'tenantProfiles'
  /** Keep it stable. */
  readonly calls: {
    get(id: string): Promise<T>
    setDefault(id: string): Promise<unknown>
    delete(id: string): Promise<unknown>
  }
  /** What its file holds. Keep it stable. */
  readonly exported: (profile: T) => unknown
}

const idOf = ({ id }: Profile) => id.id
const nameOf = ({ name }: Profile) => name

export function useProfileActions<T extends Profile>({ room, calls, exported }: ProfileActionsParts<T>) {
  const { action: setDefault, dialog } = useSetDefault<T>({
    room,
    nameOf,
    isAllowed: isOrdinary,
    texts: useMemo(
      () => ({
        action: `${room}.setDefault` as const,
        title: `${room}.setDefaultTitle` as const,
        text: `${room}.setDefaultText` as const,
        done: `${room}.nowDefault` as const,
      }),
      [room],
    ),
    run: ({ id }) => calls.setDefault(id.id),
  })
  const own = useMemo(
    () => [
      setDefault,
      exportJsonAction<T>(`${room}.export`, async ({ id }) => {
        const profile = await calls.get(id.id)
        return { name: profile.name, content: exported(profile) }
      }),
    ],
    [room, setDefault, calls, exported],
  )
  const remove = useMemo(
    () => ({
      run: ({ id }: T) => calls.delete(id.id),
      texts: {
        action: `${room}.delete` as const,
        title: `${room}.deleteTitle` as const,
        text: `${room}.deleteText` as const,
        done: `${room}.deleted` as const,
      },
      isUndoable: true,
      isAllowed: isOrdinary,
    }),
    [room, calls],
  )
  const actions: EntityActions<T> = useEntityActions<T>({
    room,
    listPath: `/${room}`,
    idOf,
    nameOf,
    actions: own,
    remove,
  })
  return {
    ...actions,
    dialogs: (
      <>
        {actions.dialogs}
        {dialog}
      </>
    ),
  }
}
