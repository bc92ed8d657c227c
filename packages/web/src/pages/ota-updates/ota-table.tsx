/** Table of OTA packages: columns and phone layout. */

import type { OtaPackageInfo } from '@sonde/model/ota-packages/ota-package'
import type { RoomTable } from '../../entity-room/room.ts'
import { CopyIconButton } from '../../ui/copy/copy-button.tsx'
import type { CellContext } from '../../ui/entity-table/entity-description.ts'
import { createdColumn } from '../../ui/entity-table/standard-columns.tsx'
import { fileSize } from '../../ui/format/file-size.ts'
import { lacksFile } from './ota-calls.ts'
import { algorithmNames } from './ota-input.ts'

const Copied = ({ text, shown, label }: { readonly text: string; readonly shown: string; readonly label: string }) => (
  <span className="sd-ota-copied">
    <span className="sd-mono" title={text}>
      {shown}
    </span>
    <CopyIconButton text={text} label={label} />
  </span>
)

const Missing = ({ text }: { readonly text: string }) => <span className="sd-ota-missing">{text}</span>

const sizeText = ({ dataSize }: OtaPackageInfo, { t, format }: CellContext): string =>
  dataSize === null ? t('ui.none') : fileSize(dataSize, t, format)

export const otaTable: RoomTable<OtaPackageInfo> = {
  columns: [
    {
      id: 'title',
      title: 'otaUpdates.name',
      priority: 1,
      minWidth: 180,
      sortProperty: 'title',
      cell: ({ title }) => title,
    },
    {
      id: 'version',
      title: 'otaUpdates.version',
      priority: 2,
      minWidth: 90,
      sortProperty: 'version',
      underName: ({ version }) => version,
      cell: ({ version }) => <span className="sd-num">{version}</span>,
    },
    {
      id: 'type',
      title: 'otaUpdates.type',
      priority: 3,
      minWidth: 110,
      sortProperty: 'type',
      underName: ({ type }, { t }) => t(`otaUpdates.${type}`),
      cell: ({ type }, { t }) => t(`otaUpdates.${type}`),
    },
    {
      id: 'tag',
      title: 'otaUpdates.tag',
      priority: 8,
      minWidth: 130,
      sortProperty: 'tag',
      cell: ({ tag }, { t }) => tag || t('ui.none'),
    },
    {
      id: 'url',
      title: 'otaUpdates.url',
      priority: 6,
      minWidth: 200,
      sortProperty: 'url',
      cell: ({ url }, { t }) =>
        url ? <Copied text={url} shown={url} label={t('otaUpdates.copyUrl')} /> : t('ui.none'),
      text: ({ url }) => url ?? '',
    },
    {
      id: 'fileName',
      title: 'otaUpdates.fileName',
      priority: 5,
      minWidth: 150,
      sortProperty: 'fileName',
      underName: (row, { t }) => (lacksFile(row) ? <Missing text={t('otaUpdates.noFile')} /> : null),
      cell: (row, { t }) => row.fileName ?? (lacksFile(row) ? <Missing text={t('otaUpdates.noFile')} /> : t('ui.none')),
      text: ({ fileName }) => fileName ?? '',
    },
    {
      id: 'size',
      title: 'otaUpdates.size',
      priority: 4,
      minWidth: 90,
      isNumeric: true,
      sortProperty: 'dataSize',
      cell: (row, context) => <span className="sd-num">{sizeText(row, context)}</span>,
    },
    {
      id: 'checksum',
      title: 'otaUpdates.checksum',
      priority: 9,
      minWidth: 230,
      sortProperty: 'checksum',
      cell: ({ checksum, checksumAlgorithm }, { t }) =>
        checksum ? (
          <Copied
            text={checksum}
            shown={`${checksumAlgorithm ? algorithmNames[checksumAlgorithm] : ''}: ${checksum}`}
            label={t('otaUpdates.copyChecksum')}
          />
        ) : (
          t('ui.none')
        ),
      text: ({ checksum, checksumAlgorithm }) => [checksumAlgorithm, checksum].filter(Boolean).join(' '),
    },
    createdColumn<OtaPackageInfo>(7),
  ],
  phone: {
    line: (row, { t }) => {
      const type = t(`otaUpdates.${row.type}`)
      const source = row.url ?? row.fileName
      if (source) return `${type}, ${source}`
      return lacksFile(row) ? (
        <>
          {type} <Missing text={t('otaUpdates.noFile')} />
        </>
      ) : (
        type
      )
    },
    end: (row, context) => (row.dataSize === null ? null : <span className="sd-num">{sizeText(row, context)}</span>),
  },
}
