"""What a store says of its failures: the Japanese text, which is its msgid, and the English."""

RESTORE = "-wal と -shm のファイルごと脇に取っておき、前の控えを元の場所に戻してください"
ROOM = "ディスクの空きと、書きこむ権利を確かめてください"
READING = "ファイルとフォルダーを読む権利を確かめてください"
ANOTHER_FILE = "ほかのファイルを指定してください"

BROKEN = "{path}: ファイルが壊れています（{why}）"
NO_END = "{path}: ファイルの終わりがありません"
EMPTIED = "{path}: ファイルは空なのに、最後に書かれたものが横に残っています"
OTHERS = "{path}: ほかのプログラムのデータベースです"
NEWER = "{path}: もっと新しい takusen が書いた記録です（形式 {schema}、ここで読めるのは {known} まで）"
NO_LOG = "{path}: 形式 {known} の記録ではありません"
NO_LIBRARY = "{path}: 形式 {known} のカードの書庫ではありません"
FOLDER = "{path}: ファイルではなくフォルダーです"
NO_FOLDER = "{path}: フォルダー {folder} がありません"
GAP = "{path}: 卓 {table} の記録 {seq} がなく、その次は {found} です"
COUNT = "{path}: 卓 {table} の記録は {rows} 件なのに、最後の番号が {last} です"
PICTURE = "{path}: 卓 {table} の画像 {picture} の中身がないか、変わっています"
UNWRITABLE = "{path} に書けません: {why}"
UNREADABLE = "{path} を読む権利がありません"
LOCKED = "{path}: ほかのプログラムが使っていて、待っても空きません"
SAID = "{path}: {why}"
NOT_NEXT = "{seq} は卓 {table} の次の番号ではありません"
CLOSED = "記録はもう閉じられています"

ENGLISH = {
    RESTORE: "keep it aside, with the -wal and -shm files beside it, and put a copy from before in its place",
    ROOM: "make room on the disk, or give the right to write there",
    READING: "give the right to read the file and its folder",
    ANOTHER_FILE: "name another file",
    BROKEN: "{path}: the file is damaged ({why})",
    NO_END: "{path}: the end of the file is missing",
    EMPTIED: "{path}: the file is empty, but what was last written to it lies beside it",
    OTHERS: "{path}: this is a database of another program",
    NEWER: "{path}: this log was written by a newer takusen (schema {schema}; this one knows {known})",
    NO_LOG: "{path}: this is no log of schema {known}",
    NO_LIBRARY: "{path}: this is no card library of schema {known}",
    FOLDER: "{path}: this is a folder, not a file",
    NO_FOLDER: "{path}: the folder {folder} does not exist",
    GAP: "{path}: table {table} has no row {seq}, but row {found}",
    COUNT: "{path}: table {table} has {rows} rows, but its last is number {last}",
    PICTURE: "{path}: picture {picture} of table {table} is gone or is not what it was",
    UNWRITABLE: "{path} cannot be written: {why}",
    UNREADABLE: "{path}: there is no right to read it",
    LOCKED: "{path}: another program keeps the file locked",
    SAID: "{path}: {why}",
    NOT_NEXT: "{seq} is not the next number of table {table}",
    CLOSED: "the store is closed",
    "takusen を新しくしてください": "update takusen",
    "フォルダーを作るか、ほかの場所を指定してください": "make the folder, or name another place",
    "もう一度試すか、ほかのプログラムを止めてください": "try again, or stop the other program",
    "SQLite の言うことを見てください": "see what SQLite says about it",
    "手元のつづきを読んでから、もう一度どうぞ": "read on from what you have, then try again",
    "開き直してください": "open it again",
}
