import { useState } from 'react'
import { Button } from '../ui/button/button.tsx'
import type { Story } from '../ui/story.ts'
import { ImportJsonDialog } from './import-json-dialog.tsx'

function InDialog() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Import profile</Button>
      {isOpen && (
        <ImportJsonDialog
          title="Import profile"
          parse={(content) => content}
          run={async () => setOpen(false)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

const story: Story = {
  id: 'import-json',
  group: 'Dialogs',
  title: 'Import of a JSON file',
  about: 'A drop zone for one .json file. What cannot be read or is not what is wanted is said in the dialog.',
  examples: [{ name: 'Dialog', Example: InDialog }],
}
export default story
