import type { Story } from '../ui/story.ts'
import { HelpButton } from './help-button.tsx'

const story: Story = {
  id: 'help-popup',
  group: 'Page pieces',
  title: 'Help',
  about:
    "A help page beside the thing that it is about. It is loaded when it is opened, in the reader's language or else in English; its links turn it over, and Back leads back. At most 80 % of the window in both directions.",
  examples: [
    { name: 'A page', Example: () => <HelpButton page="devices/credentials" /> },
    {
      name: 'With another way to learn',
      Example: () => (
        <HelpButton
          page="devices"
          foot={(close) => (
            <button type="button" className="sd-help-link" onClick={close}>
              Done
            </button>
          )}
        />
      ),
    },
  ],
}
export default story
