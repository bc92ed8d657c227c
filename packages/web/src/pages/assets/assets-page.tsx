/** Assets: the list. */

import { RoomListPage } from '../../entity-room/room-pages.tsx'
import { assetRoom } from './asset-room.tsx'

export const AssetsPage = () => <RoomListPage room={assetRoom} />
