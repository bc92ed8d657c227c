import { type ComponentType, useState } from 'react'
import { Button } from '../button/button.tsx'
import { TextField } from '../field/text-field.tsx'
import type { Story } from '../story.ts'
import { AlertDialog } from './alert-dialog.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { FormDialog } from './form-dialog.tsx'
import { TodoDialog } from './todo-dialog.tsx'

function opened(label: string, Shown: ComponentType<{ onClose: () => void }>) {
  return function Opened() {
    const [isOpen, setOpen] = useState(false)
    return (
      <>
        <Button onClick={() => setOpen(true)}>{label}</Button>
        {isOpen && <Shown onClose={() => setOpen(false)} />}
      </>
    )
  }
}

const story: Story = {
  id: 'dialogs',
  group: 'Dialogs',
  title: 'Dialogs',
  about:
    'A short task that must end. The focus goes in and comes back to the opener, Escape closes the topmost layer, below 600 px a dialog fills the screen. What cannot be undone asks with verb and object and starts on Cancel.',
  examples: [
    {
      name: 'Alert',
      Example: opened('Show alert', ({ onClose }) => (
        <AlertDialog title="Cannot upload file" onClose={onClose}>
          The file has 600 KB; the limit is 512 KB.
        </AlertDialog>
      )),
    },
    { name: 'Coming soon', Example: opened('Show what is to come', TodoDialog) },
    {
      name: 'Confirm',
      Example: opened('Delete device', ({ onClose }) => (
        <ConfirmDialog title="Delete Pump P-03?" action="Delete device" isDanger onCancel={onClose} onConfirm={onClose}>
          Its telemetry and attributes go too.
        </ConfirmDialog>
      )),
    },
    {
      name: 'Confirm by typing',
      Example: opened('Delete 24 devices', ({ onClose }) => (
        <ConfirmDialog
          title="Delete 24 devices?"
          action="Delete 24 devices"
          typed="24"
          isDanger
          onCancel={onClose}
          onConfirm={onClose}
        >
          You can’t undo this.
        </ConfirmDialog>
      )),
    },
    {
      name: 'A form',
      Example: opened('Add attribute', ({ onClose }) => (
        <FormDialog title="Add attribute" action="Add" onClose={onClose} onSubmit={onClose}>
          <TextField label="Key" value="level" onChange={() => {}} />
        </FormDialog>
      )),
    },
  ],
}
export default story
