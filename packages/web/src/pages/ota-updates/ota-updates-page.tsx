/** Description of the list of OTA packages and of the page of a package. */

import './ota-updates.css'
import { createOtaPackageCalls } from '@sonde/client/ota-packages/ota-package-calls'
import type { OtaPackageInfo } from '@sonde/model/ota-packages/ota-package'
import { lazy } from 'react'
import { defineRoom } from '../../entity-room/room.ts'
import { RoomListPage, RoomOwnPage } from '../../entity-room/room-pages.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useOtaActions } from './ota-actions.tsx'
import { lacksFile, otaRoom, packageName } from './ota-calls.ts'
import { otaForm } from './ota-form.tsx'
import { otaTable } from './ota-table.tsx'

function Status({ row }: { readonly row: OtaPackageInfo }) {
  const t = useText()
  return (
    <>
      <span>{t(`otaUpdates.${row.type}`)}</span>
      {lacksFile(row) && <span className="sd-ota-missing">{t('otaUpdates.noFile')}</span>}
    </>
  )
}

const room = defineRoom<OtaPackageInfo>({
  kind: 'OTA_PACKAGE',
  name: otaRoom,
  words: 'otaUpdates',
  path: '/otaUpdates',
  deleteManyText: 'otaUpdates.deleteManyText',
  oneFailed: 'otaUpdates.packageFailed',
  nameOf: packageName,
  createCalls: createOtaPackageCalls,
  useActions: useOtaActions,
  useTable: () => otaTable,
  Status,
  form: otaForm,
  AddDialog: lazy(() => import('./add-package-dialog.tsx')),
})

export const OtaUpdatesPage = () => <RoomListPage room={room} />
export const OtaPackagePage = () => <RoomOwnPage room={room} />
