; The installer for Windows: makensis -DVERSION=0.1.0 packaging/installer.nsi, with dist/bones-desktop/ made on Windows.
; Debian's NSIS makes it, on Linux too, as a program of 64 bits like the one inside.
; It installs for one user and asks for no other rights. Characters stay when the program is taken out.
Target amd64-unicode
SetCompressor /SOLID lzma
!include "MUI2.nsh"
!include "FileFunc.nsh"

!ifndef FOLDER
  !define FOLDER "..\dist\bones-desktop"
!endif
!ifndef OUTPUT
  !define OUTPUT "..\dist\bones-desktop-${VERSION}-windows.exe"
!endif
!define NAME "Bones Desktop"
!define PROGRAM "bones-desktop.exe"
!define LISTED "Software\Microsoft\Windows\CurrentVersion\Uninstall\bones-desktop"
!define KINDS "Software\Classes"

Name "${NAME}"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\${NAME}"
InstallDirRegKey HKCU "Software\${NAME}" "Folder"
RequestExecutionLevel user
BrandingText "${NAME} ${VERSION}"
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "${NAME}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "Installs ${NAME}"
VIAddVersionKey "LegalCopyright" "MIT licence"

!define MUI_ICON "bones-desktop.ico"
!define MUI_UNICON "bones-desktop.ico"
!define MUI_ABORTWARNING
!define MUI_FINISHPAGE_RUN "$INSTDIR\${PROGRAM}"
!insertmacro MUI_PAGE_LICENSE "..\LICENSE"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

!macro Tie SUFFIX KIND WORDS
  WriteRegStr HKCU "${KINDS}\${KIND}" "" "${WORDS}"
  WriteRegStr HKCU "${KINDS}\${KIND}\DefaultIcon" "" "$INSTDIR\${PROGRAM},0"
  WriteRegStr HKCU "${KINDS}\${KIND}\shell\open\command" "" '"$INSTDIR\${PROGRAM}" "%1"'
  WriteRegStr HKCU "${KINDS}\${SUFFIX}" "" "${KIND}"
  WriteRegStr HKCU "${KINDS}\${SUFFIX}\OpenWithProgids" "${KIND}" ""
!macroend

!macro Untie SUFFIX KIND
  DeleteRegKey HKCU "${KINDS}\${KIND}"
  DeleteRegValue HKCU "${KINDS}\${SUFFIX}\OpenWithProgids" "${KIND}"
  DeleteRegKey /ifempty HKCU "${KINDS}\${SUFFIX}\OpenWithProgids"
  ReadRegStr $0 HKCU "${KINDS}\${SUFFIX}" ""
  StrCmp $0 "${KIND}" 0 +2
    DeleteRegValue HKCU "${KINDS}\${SUFFIX}" ""
  DeleteRegKey /ifempty HKCU "${KINDS}\${SUFFIX}"
!macroend

; Only what the installer put there: a folder that somebody chose may hold more.
!macro RemoveProgram
  RMDir /r "$INSTDIR\_internal"
  Delete "$INSTDIR\${PROGRAM}"
  Delete "$INSTDIR\bones-desktop-command.exe"
!macroend

Section
  !insertmacro RemoveProgram
  SetOutPath "$INSTDIR"
  File /r "${FOLDER}\*.*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\${NAME}.lnk" "$INSTDIR\${PROGRAM}"
  !insertmacro Tie ".bones" "BonesDesktop.Character" "BONES character"
  !insertmacro Tie ".bones-campaign" "BonesDesktop.Campaign" "BONES campaign"
  !insertmacro Tie ".bones-fight" "BonesDesktop.Fight" "BONES fight"
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegStr HKCU "Software\${NAME}" "Folder" "$INSTDIR"
  WriteRegStr HKCU "${LISTED}" "DisplayName" "${NAME}"
  WriteRegStr HKCU "${LISTED}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${LISTED}" "DisplayIcon" "$INSTDIR\${PROGRAM}"
  WriteRegStr HKCU "${LISTED}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${LISTED}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${LISTED}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${LISTED}" "EstimatedSize" $0
  WriteRegDWORD HKCU "${LISTED}" "NoModify" 1
  WriteRegDWORD HKCU "${LISTED}" "NoRepair" 1
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
SectionEnd

Section "Uninstall"
  !insertmacro RemoveProgram
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\${NAME}.lnk"
  !insertmacro Untie ".bones" "BonesDesktop.Character"
  !insertmacro Untie ".bones-campaign" "BonesDesktop.Campaign"
  !insertmacro Untie ".bones-fight" "BonesDesktop.Fight"
  DeleteRegKey HKCU "${LISTED}"
  DeleteRegKey HKCU "Software\${NAME}"
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
SectionEnd
