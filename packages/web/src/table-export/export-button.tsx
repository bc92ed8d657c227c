/** Opens the export of a table; the dialog's code is loaded on demand. */

import { Download } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { IconButton } from '../ui/button/button.tsx'
import type { ExportedTable } from './table-export-dialog.tsx'

const TableExportDialog = lazy(() => import('./table-export-dialog.tsx'))

/** Returns `open` and `dialog` for menus, and `button` for toolbars. */
export function useTableExport<T>(table: ExportedTable<T>) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return {
    open: () => setOpen(true),
    button: (size: 'md' | 'sm' = 'md') => (
      <IconButton
        label={t('tableExport.export')}
        size={size}
        icon={<Download size={size === 'md' ? 18 : 16} strokeWidth={size === 'md' ? 1.75 : 2} />}
        onClick={() => setOpen(true)}
      />
    ),
    dialog: isOpen && (
      <Suspense>
        {/* The cast is safe: the dialog only passes rows from one function of the table to another. */}
        <TableExportDialog table={table as unknown as ExportedTable<unknown>} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  }
}
