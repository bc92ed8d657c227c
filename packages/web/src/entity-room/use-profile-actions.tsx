/** Actions of a device profile or tenant profile, in addition to open, copy id and delete. */

import type { Rest } from '@sonde/client/rest/rest'
import { useMemo } from 'react'
import { useSetDefault } from '../entities/use-set-default.tsx'
import { exportJsonAction } from '../json-files/export-json-action.tsx'
import type { RoomActions } from './room.ts'
import { useRoomCalls } from './room-calls.ts'

interface Profile {
  readonly id: { readonly id: string }
  readonly name: string
  readonly default: boolean
}

/** True unless it's the default profile, which can be neither deleted nor made the default again. */
export const isOrdinary = (profile: Pick<Profile, 'default'>): boolean => !profile.default

interface ProfileActionsDeps<T> {
  /** Namespace of the texts and first part of the query keys. */
  readonly room: 'deviceProfiles' | 'tenantProfiles'
  readonly createCalls: (rest: Rest) => {
    /** Loads the profile with all data of its export file. */
    get(id: string): Promise<T>
    setDefault(id: string): Promise<unknown>
  }
  /** Converts a profile to the content of its export file. Must be stable. */
  readonly exported: (profile: T) => unknown
}

const nameOf = ({ name }: Profile) => name

export function useProfileActions<T extends Profile>(deps: ProfileActionsDeps<T>): RoomActions<T> {
  const { room, exported } = deps
  const calls = useRoomCalls(deps)
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
  const actions = useMemo(
    () => [
      setDefault,
      exportJsonAction<T>(`${room}.export`, async ({ id }) => {
        const profile = await calls.get(id.id)
        return { name: profile.name, content: exported(profile) }
      }),
    ],
    [room, setDefault, calls, exported],
  )
  return { actions, dialogs: dialog }
}
