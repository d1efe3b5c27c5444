"""From what people say to what to do, in seven languages. Every line was written for this file."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from habitus.learn import clauses, extract

DID = "I will install it.\n[Bash] command=npm install lodash"

ENGLISH = [
    ("no, use pnpm instead of npm", "Use pnpm instead of npm."),
    ("this repo is pnpm only", "Use pnpm."),
    ("our monorepo is uv-only!", "Use uv."),
    ("no npm please", "Do not use npm."),
    ("no npm, use pnpm", "Do not use npm. Use pnpm."),
    ("no sudo here", "Do not use sudo."),
    ("why npm? we use pnpm", "Use pnpm."),
    ("again: run ruff before committing", "Run ruff before committing."),
    ("again, use pnpm", "Use pnpm."),
    ("open a PR instead of pushing to main", "Open a PR instead of pushing to main."),
    ("create a branch before you commit", "Create a branch before you commit."),
    ("always work on a branch", "Always work on a branch."),
    ("never work on main", "Never work on main."),
    ("don't rebase, merge instead", "Do not rebase."),
    ("No!! Use pnpm.", "Use pnpm."),
    ("USE PNPM", "Use PNPM."),
    ("don't do that, use pnpm", "Use pnpm."),
    ("dont ever run git checkout . or git reset --hard without asking", "Do not run git checkout . or git reset --hard without asking."),
    ("never run git checkout .", "Never run git checkout ."),
    ("use pnpm ...", "Use pnpm."),
    ("use fd not find plz", "Use fd not find."),
    ("wrong, this project uses pnpm", "Use pnpm."),
    (
        "don't touch vendor/ and always run `ruff check` before committing",
        "Do not touch vendor/. Always run `ruff check` before committing.",
    ),
    ("never use npm and don't push to main", "Never use npm. Do not push to main."),
    ("do not edit and never delete files in legacy/", "Do not edit and never delete files in legacy/."),
    ("never pip install anything globally, use uv add", "Never pip install anything globally. Use uv add."),
    ("don't git push --force", "Do not git push --force."),
    ("leave the Dockerfile alone", "Leave the Dockerfile alone."),
    ("config.yml is off limits", "config.yml is off limits."),
    ("ask me before pushing", "Ask me before pushing."),
    ("I said use pnpm", "Use pnpm."),
    ("use pnpm, I'm tired of repeating myself", "Use pnpm."),
    ("pnpm, not npm", "Use pnpm, not npm."),
    ("no, pnpm not npm!", "Use pnpm, not npm."),
    ("you're using npm but it should be pnpm", "Use pnpm, not npm."),
    ("I told you: use the Makefile targets, don't call pytest directly", "Use the Makefile targets. Do not call pytest directly."),
    ("stop editing generated files, change the template", "Do not edit generated files. Change the template."),
    ("stop adding comments", "Do not add comments."),
    ("please stop adding emojis to commit messages, thanks", "Do not add emojis to commit messages."),
    ("can you please stop apologizing?", "Do not apologize."),
    ("why do you keep adding docstrings?", "Do not add docstrings."),
    ("don’t guess", "Do not guess."),
    ("you shouldn't commit directly to main", "Do not commit directly to main."),
    ("no no no. NEVER edit files in vendor/", "Never edit files in vendor/."),
    ("never push to main without asking me", "Never push to main without asking me."),
    ("that function doesn't exist. check the module before you import from it", "Check the module before you import from it."),
    ("when you edit a migration, run the schema check", "When you edit a migration, run the schema check."),
    ("I already told you twice to run the linter before committing", "Run the linter before committing."),
    ("how many times do I have to tell you to use tabs?", "Use tabs."),
    ("too much text. keep answers short, two lines at most", "Keep answers short, two lines at most."),
    ("you should always run the linter", "Always run the linter."),
    ("you forgot to run the tests", "Run the tests."),
    ("you forgot to update the changelog, again", "Update the changelog."),
    ("why didn't you run the tests?", "Run the tests."),
    ("you ignored the style guide", "Do not ignore the style guide."),
    ("I prefer tabs", "Prefer tabs."),
    ("we use pnpm here", "Use pnpm."),
    ("in this repo we use pnpm", "Use pnpm."),
    ("we don't mock the database here", "Do not mock the database here."),
    ("from now on, answer in French", "Answer in French."),
    ("you're not supposed to push to main", "Do not push to main."),
    ("you're supposed to use pnpm", "Use pnpm."),
    ("you're still using npm", "Do not use npm."),
    ("hey, don't push without my ok", "Do not push without my ok."),
    ("be more concise", "Be more concise."),
    ("ask before you delete anything", "Ask before you delete anything."),
    ("why do you say you can't run the migration? you have psql", "Do not say that you cannot run the migration."),
    ("why can't you open the file?", "Do not say that you cannot open the file."),
    ("always use the logger, never print", "Always use the logger. Never print."),
    ("never commit/push with git", "Never commit/push with git."),
    ('never say "as an AI language model"', 'Never say "as an AI language model".'),
    ("use pnpm, delete the lock file, commit", "Use pnpm."),
    ("don't create new files unless I ask for it", "Do not create new files unless I ask for it."),
    ("in reports always use euros", "In reports always use euros."),
    ("when in doubt, ask me", "When in doubt, ask me."),
    ("ask me, before you delete anything", "Ask me, before you delete anything."),
    ("run the formatter before you commit, ok?", "Run the formatter before you commit."),
    ("could you always include the file path when you quote code?", "Always include the file path when you quote code."),
    ("No comments in the code please", "No comments in the code."),
    ("I don't want comments", "No comments."),
    ("it should be called pnpm, not npm", "Use pnpm, not npm."),
    ("you keep using npm even though I told you to use pnpm", "Do not use npm."),
    ("please answer in Spanish from now on", "Answer in Spanish from now on."),
    ("- use tabs\n- never use npm", "Use tabs. Never use npm."),
    # of a kind of thing, which comes again
    ("no, write dates as YYYY-MM-DD instead of MM/DD/YYYY", "Write dates as YYYY-MM-DD instead of MM/DD/YYYY."),
    ("no! run the tests with make test, not pytest", "Run the tests with make test, not pytest."),
    ("no, commits should be in English", "Commits should be in English."),
    ("all new endpoints must have tests", "All new endpoints must have tests."),
    ("no tests should hit the network", "No tests should hit the network."),
    ("every new file needs the license header", "Every new file needs the license header."),
    ("make sure every migration has a rollback", "Make sure every migration has a rollback."),
    ("put tests in tests/unit", "Put tests in tests/unit."),
    ("name branches like feat/123, not 123", "Name branches like feat/123, not 123."),
    ("we deploy from the release branch, not main", "Deploy from the release branch, not main."),
    ("make sure you never push to main", "Do not push to main."),
    ("you keep forgetting the license header", "Do not forget the license header."),
    ("I told you, no semicolons", "No semicolons."),
    ("no more console.log please", "No console.log."),
    ("I hate long explanations", "No long explanations."),
    ("shorter answers, please", "Shorter answers."),
    ("don't send emails without asking me", "Do not send emails without asking me."),
    ("never book meetings before 10am", "Never book meetings before 10am."),
    ("never force push, use --force-with-lease", "Never force push. Use --force-with-lease."),
    ("not npm but pnpm", "Use pnpm, not npm."),
    ("use Python 3.12, not 3.10", "Use Python 3.12, not 3.10."),
    ("use 4 spaces instead of 2", "Use 4 spaces instead of 2."),
    ("I told you to use port 8080", "Use port 8080."),
    ("no. always run make publish DRY_RUN=1 before the real one", "Always run make publish DRY_RUN=1 before the real one."),
]
SPANISH = [
    ("este repo es solo pnpm", "Usa pnpm."),
    ("este proyecto usa pnpm", "Usa pnpm."),
    ("nada de npm", "No uses npm."),
    ("sin emojis por favor", "Nada de emojis."),
    ("otra vez: usa pnpm", "Usa pnpm."),
    ("abre un PR en vez de hacer push a main", "Abre un PR en vez de hacer push a main."),
    ("crea una rama antes de hacer commit", "Crea una rama antes de hacer commit."),
    ("no trabajes en main", "No trabajes en main."),
    ("la próxima vez corre los tests antes de decir que está listo", "Corre los tests antes de decir que está listo."),
    ("no vuelvas a hacer push a main", "No hagas push a main."),
    ("no, usa pnpm en vez de npm", "Usa pnpm en vez de npm."),
    ("no, los mensajes de commit tienen que ir en español", "Los mensajes de commit tienen que ir en español."),
    ("cada archivo nuevo necesita la cabecera de licencia", "Cada archivo nuevo necesita la cabecera de licencia."),
    ("ningún test debe tocar la red", "Ningún test debe tocar la red."),
    ("las funciones no deben pasar de 50 líneas", "Las funciones no deben pasar de 50 líneas."),
    ("escribe las fechas como AAAA-MM-DD en vez de DD/MM/AAAA", "Escribe las fechas como AAAA-MM-DD en vez de DD/MM/AAAA."),
    ("ejecuta los tests con make test, no con pytest", "Ejecuta los tests con make test, no con pytest."),
    ("odio las explicaciones largas", "Nada de explicaciones largas."),
    ("respuestas más cortas, por favor", "Respuestas más cortas."),
    ("siempre te olvidas de la cabecera de licencia", "No olvides la cabecera de licencia."),
    ("asegúrate de que cada migración tiene su rollback", "Asegúrate de que cada migración tiene su rollback."),
    ("pon los tests en tests/unit", "Pon los tests en tests/unit."),
    ("pnpm, no npm", "Usa pnpm, no npm."),
    ("no es npm sino pnpm", "Usa pnpm, no npm."),
    ("te dije que usaras pnpm", "Usa pnpm."),
    ("te dije que uses pnpm en vez de npm", "Usa pnpm en vez de npm."),
    ("que uses pnpm", "Usa pnpm."),
    ("en este repo no se toca src/legacy/", "No toques src/legacy/."),
    ("aquí no se usa npm", "No uses npm."),
    ("pregúntame antes de hacer push", "Pregúntame antes de hacer push."),
    ("aquí usamos pnpm", "Usa pnpm."),
    ("usamos pnpm aquí, no npm", "Usa pnpm, no npm."),
    ("ya te dije que usamos tabuladores, no espacios", "Usa tabuladores, no espacios."),
    ("estas usando npm y lo correcto es pnpm", "Usa pnpm, no npm."),
    ("usa siempre español en los mensajes de commit", "Usa siempre español en los mensajes de commit."),
    ("calcular_iva? eso no existe, revisa el archivo antes", "Revisa el archivo antes."),
    ("siempre revisa el esquema antes de escribir una consulta, por favor", "Siempre revisa el esquema antes de escribir una consulta."),
    ("antes de hacer commit, ejecuta el linter", "Antes de hacer commit, ejecuta el linter."),
    ("hay que correr el linter antes de cada commit", "Corre el linter antes de cada commit."),
    ("deja de añadir comentarios", "No añadas comentarios."),
    ("por qué sigues usando npm?", "No uses npm."),
    ("ya te he dicho mil veces que no toques las migraciones", "No toques las migraciones."),
    ("no quiero que toques la base de datos", "No toques la base de datos."),
    ("no inventes", "No inventes."),
    ("nunca hagas push a main sin preguntar", "Nunca hagas push a main sin preguntar."),
    ("te olvidaste de ejecutar los tests", "Ejecuta los tests."),
    ("deberías haber ejecutado las pruebas", "Ejecuta las pruebas."),
    ("por qué no ejecutaste los tests?", "Ejecuta los tests."),
    ("prefiero respuestas cortas", "Prefiere respuestas cortas."),
    ("mantén las respuestas breves", "Mantén las respuestas breves."),
    ("de ahora en adelante responde en inglés", "Responde en inglés."),
    ("¿por qué dices que no puedes leer el correo?", "No digas que no puedes leer el correo."),
    ("como que no puedes abrir el navegador", "No digas que no puedes abrir el navegador."),
    ("usamos pnpm, no npm", "Usa pnpm, no npm."),
    ("aquí no usamos npm", "No uses npm."),
    ("en los informes quita siempre los pedidos anulados", "En los informes quita siempre los pedidos anulados."),
    ("no subas nada sin que lo vea", "No subas nada sin que lo vea."),
    ("no quiero comentarios en el código", "Nada de comentarios en el código."),
    ("no te olvides de actualizar la documentación", "Actualiza la documentación."),
]
PORTUGUESE = [
    ("me pergunte antes de fazer push", "Pergunte antes de fazer push."),
    ("as mensagens de commit devem ser em inglês", "As mensagens de commit devem ser em inglês."),
    ("cada arquivo novo precisa do cabeçalho de licença", "Cada arquivo novo precisa do cabeçalho de licença."),
    ("nenhum teste deve acessar a rede", "Nenhum teste deve acessar a rede."),
    ("garanta que cada migração tenha rollback", "Garanta que cada migração tenha rollback."),
    ("coloque os testes em tests/unit", "Coloque os testes em tests/unit."),
    ("respostas mais curtas, por favor", "Respostas mais curtas."),
    ("não quero comentários no código", "Nada de comentários no código."),
    ("você sempre esquece o cabeçalho de licença", "Não esqueça o cabeçalho de licença."),
    ("escreve as datas como AAAA-MM-DD em vez de DD/MM/AAAA", "Escreve as datas como AAAA-MM-DD em vez de DD/MM/AAAA."),
    ("não volte a usar npm", "Não use npm."),
    ("não, use pnpm em vez de npm", "Use pnpm em vez de npm."),
    ("pnpm, não npm", "Use pnpm, não npm."),
    ("não npm, mas pnpm", "Use pnpm, não npm."),
    ("já te disse para usar pnpm", "Use pnpm."),
    ("aqui usamos pnpm", "Use pnpm."),
    ("pare de adicionar comentários", "Não adicione comentários."),
    ("não invente dados", "Não invente dados."),
    ("nunca edite arquivos gerados", "Nunca edite arquivos gerados."),
    ("você esqueceu de rodar os testes", "Rode os testes."),
    ("você deveria ter executado os testes", "Execute os testes."),
    ("antes de fazer commit, rode o linter", "Antes de fazer commit, rode o linter."),
    ("prefiro respostas curtas", "Prefira respostas curtas."),
    ("a partir de agora responda em inglês", "Responda em inglês."),
    ("por que você diz que não consegue abrir o arquivo?", "Não diga que não consegue abrir o arquivo."),
]
FRENCH = [
    ("demande-moi avant de pousser", "Demande-moi avant de pousser."),
    ("je t'ai dit de ne rien supprimer sans demander", "Ne supprime pas sans demander."),
    ("les messages de commit doivent être en anglais", "Les messages de commit doivent être en anglais."),
    ("chaque nouveau fichier doit avoir l'en-tête de licence", "Chaque nouveau fichier doit avoir l'en-tête de licence."),
    ("aucun test ne doit toucher le réseau", "Aucun test ne doit toucher le réseau."),
    ("les fonctions ne doivent pas dépasser 50 lignes", "Les fonctions ne doivent pas dépasser 50 lignes."),
    ("assure-toi que chaque migration a un rollback", "Assure-toi que chaque migration a un rollback."),
    ("mets les tests dans tests/unit", "Mets les tests dans tests/unit."),
    ("pas d'emojis s'il te plaît", "Pas d'emojis."),
    ("je déteste les longues explications", "Évite les longues explications."),
    ("des réponses plus courtes, stp", "Des réponses plus courtes."),
    ("tu oublies toujours l'en-tête de licence", "N'oublie jamais l'en-tête de licence."),
    ("écris les dates comme AAAA-MM-JJ au lieu de JJ/MM/AAAA", "Écris les dates comme AAAA-MM-JJ au lieu de JJ/MM/AAAA."),
    ("non, utilise pnpm au lieu de npm", "Utilise pnpm au lieu de npm."),
    ("pnpm, pas npm", "Utilise pnpm, pas npm."),
    ("pas npm mais pnpm", "Utilise pnpm, pas npm."),
    ("je t'ai déjà dit d'utiliser pnpm", "Utilise pnpm."),
    ("ici on utilise pnpm", "Utilise pnpm."),
    ("arrête d'ajouter des commentaires", "Arrête d'ajouter des commentaires."),
    ("n'invente pas de fonctions", "N'invente pas de fonctions."),
    ("ne touche pas aux migrations", "Ne touche pas aux migrations."),
    ("évite les abréviations dans les noms", "Évite les abréviations dans les noms."),
    ("tu as oublié de lancer les tests", "Lance les tests."),
    ("avant de committer, lance le linter", "Avant de committer, lance le linter."),
    ("il faut toujours lire le fichier avant de le modifier", "Lis toujours le fichier avant de le modifier."),
    ("désormais, réponds en anglais", "Réponds en anglais."),
    ("pourquoi tu dis que tu ne peux pas ouvrir le fichier ?", "Ne dis pas que tu ne peux pas ouvrir le fichier."),
]
ITALIAN = [
    ("chiedimi prima di fare push", "Chiedimi prima di fare push."),
    ("i messaggi di commit devono essere in inglese", "I messaggi di commit devono essere in inglese."),
    ("ogni nuovo file deve avere l'intestazione di licenza", "Ogni nuovo file deve avere l'intestazione di licenza."),
    ("nessun test deve toccare la rete", "Nessun test deve toccare la rete."),
    ("le funzioni non devono superare 50 righe", "Le funzioni non devono superare 50 righe."),
    ("assicurati che ogni migrazione abbia un rollback", "Assicurati che ogni migrazione abbia un rollback."),
    ("metti i test in tests/unit", "Metti i test in tests/unit."),
    ("niente emoji per favore", "Niente emoji."),
    ("risposte più corte, per favore", "Risposte più corte."),
    ("dimentichi sempre l'intestazione di licenza", "Non dimenticare mai l'intestazione di licenza."),
    ("scrivi le date come AAAA-MM-GG invece di GG/MM/AAAA", "Scrivi le date come AAAA-MM-GG invece di GG/MM/AAAA."),
    ("no, usa pnpm invece di npm", "Usa pnpm invece di npm."),
    ("pnpm, non npm", "Usa pnpm, non npm."),
    ("non npm, ma pnpm", "Usa pnpm, non npm."),
    ("ti ho già detto di usare pnpm", "Usa pnpm."),
    ("qui usiamo pnpm", "Usa pnpm."),
    ("smetti di aggiungere commenti", "Non aggiungere commenti."),
    ("non toccare le migrazioni", "Non toccare le migrazioni."),
    ("non modificare mai i file generati", "Non modificare mai i file generati."),
    ("ti sei dimenticato di eseguire i test", "Esegui i test."),
    ("prima di fare commit, esegui il linter", "Prima di fare commit, esegui il linter."),
    ("preferisco risposte brevi", "Preferisci risposte brevi."),
    ("d'ora in poi rispondi in inglese", "Rispondi in inglese."),
    ("perché dici che non puoi aprire il file?", "Non dire che non puoi aprire il file."),
]
GERMAN = [
    ("bitte nie wieder Dateien in src/gen/ bearbeiten", "Nie wieder Dateien in src/gen/ bearbeiten."),
    ("nie npm benutzen", "Nie npm benutzen."),
    (
        "nächstes Mal lass die Tests laufen, bevor du sagst, dass es fertig ist",
        "Lass die Tests laufen, bevor du sagst, dass es fertig ist.",
    ),
    ("benutze einfache Anführungszeichen, keine doppelten", "Benutze einfache Anführungszeichen, keine doppelten."),
    ("Commits müssen auf Englisch sein", "Commits müssen auf Englisch sein."),
    ("nein, die Commit-Nachrichten sollen auf Deutsch sein", "Die Commit-Nachrichten sollen auf Deutsch sein."),
    ("jede neue Datei braucht den Lizenz-Header", "Jede neue Datei braucht den Lizenz-Header."),
    ("alle neuen Endpunkte müssen Tests haben", "Alle neuen Endpunkte müssen Tests haben."),
    ("kein Test darf auf das Netz zugreifen", "Kein Test darf auf das Netz zugreifen."),
    ("Funktionen dürfen nicht länger als 50 Zeilen sein", "Funktionen dürfen nicht länger als 50 Zeilen sein."),
    ("schreib Datumsangaben als JJJJ-MM-TT statt TT.MM.JJJJ", "Schreib Datumsangaben als JJJJ-MM-TT statt TT.MM.JJJJ."),
    ("führe die Tests mit make test aus, nicht mit pytest", "Führe die Tests mit make test aus, nicht mit pytest."),
    ("stell sicher, dass jede Migration einen Rollback hat", "Stell sicher, dass jede Migration einen Rollback hat."),
    ("leg Tests in tests/unit ab", "Leg Tests in tests/unit ab."),
    ("kürzere Antworten bitte", "Kürzere Antworten."),
    ("bitte keine langen Erklärungen mehr", "Keine langen Erklärungen mehr."),
    ("ich will keine Kommentare im Code", "Keine Kommentare im Code."),
    ("ich hasse lange Erklärungen", "Vermeide lange Erklärungen."),
    ("du vergisst immer den Lizenz-Header", "Vergiss nie den Lizenz-Header."),
    ("nein, benutze pnpm statt npm", "Benutze pnpm statt npm."),
    ("pnpm, nicht npm", "Benutze pnpm, nicht npm."),
    ("nicht npm, sondern pnpm", "Benutze pnpm, nicht npm."),
    ("ich hab's dir gesagt: nicht npm, sondern pnpm", "Benutze pnpm, nicht npm."),
    ("benutze nicht npm, sondern pnpm", "Benutze nicht npm, sondern pnpm."),
    ("ich habe dir gesagt, du sollst pnpm benutzen", "Du sollst pnpm benutzen."),
    ("ich habe dir doch gesagt, dass du pnpm benutzen sollst", "Du sollst pnpm benutzen."),
    ("hier verwenden wir pnpm", "Benutze pnpm."),
    ("hör auf, Kommentare hinzuzufügen", "Hör auf, Kommentare hinzuzufügen."),
    ("fass die Migrationen nicht an", "Fass die Migrationen nicht an."),
    ("ändere niemals generierte Dateien", "Ändere niemals generierte Dateien."),
    ("du hast vergessen, die Tests auszuführen", "Vergiss nicht, die Tests auszuführen."),
    ("bevor du committest, führe den Linter aus", "Bevor du committest, führe den Linter aus."),
    ("ich bevorzuge kurze Antworten", "Bevorzuge kurze Antworten."),
    ("frag mich, bevor du etwas löschst", "Frag mich, bevor du etwas löschst."),
    ("keine Kommentare", "Keine Kommentare."),
    ("ab jetzt antworte auf Englisch", "Antworte auf Englisch."),
    ("warum sagst du, dass du die Datei nicht öffnen kannst?", "Sag nicht, dass du die Datei nicht öffnen kannst."),
]
CHINESE = [
    ("报告里用欧元，不要用美元", "报告里用欧元。不要用美元。"),
    ("永远不要直接推送到 main", "永远不要直接推送到 main。"),
    ("不对，用 yarn，我们不用 npm", "用 yarn。不要用npm。"),
    ("提交信息必须用英文", "提交信息必须用英文。"),
    ("所有新接口都必须有测试", "所有新接口都必须有测试。"),
    ("每个新文件都要有许可证头", "每个新文件都要有许可证头。"),
    ("任何测试都不能访问网络", "任何测试都不能访问网络。"),
    ("函数不能超过50行", "函数不能超过50行。"),
    ("确保每个迁移都有回滚", "确保每个迁移都有回滚。"),
    ("测试都放在 tests/unit", "测试都放在 tests/unit。"),
    ("回答简短一点", "回答简短一点。"),
    ("不要表情符号", "不要表情符号。"),
    ("日期要写成 YYYY-MM-DD，不要写成 MM/DD/YYYY", "日期要写成 YYYY-MM-DD。不要写成 MM/DD/YYYY。"),
    ("我不想要注释", "不要注释。"),
    ("你总是忘记许可证头", "不要忘记许可证头。"),
    ("你应该先问我", "要先问我。"),
    ("你不应该直接提交到 main", "不要直接提交到 main。"),
    ("不对，用pnpm，不要用npm", "用pnpm。不要用npm。"),
    ("是pnpm，不是npm", "用pnpm。不要用npm。"),
    ("不是npm，而是pnpm", "用pnpm。不要用npm。"),
    ("你应该用pnpm而不是npm", "用pnpm而不是npm。"),
    ("不对，用 pnpm 代替 npm", "用pnpm。不要用npm。"),
    ("以后用 pnpm 来替代 npm", "用pnpm。不要用npm。"),
    ("用 pnpm 而不是 npm", "用 pnpm 而不是 npm。"),
    ("不要用 npm，用 pnpm", "不要用 npm。用 pnpm。"),
    ("别用npm，改用pnpm", "别用npm。改用pnpm。"),
    ("不对，改用 pnpm", "改用 pnpm。"),
    ("不用 npm，用 pnpm", "用 pnpm，不用 npm。"),
    ("我说过要用pnpm", "用pnpm。"),
    ("我们用pnpm", "用pnpm。"),
    ("别加注释", "别加注释。"),
    ("不要修改生成的文件", "不要修改生成的文件。"),
    ("你忘了运行测试", "要运行测试。"),
    ("提交前先运行测试", "提交前先运行测试。"),
    ("以后都用中文回答", "用中文回答。"),
    ("你为什么说你不能打开文件？", "不要说你不能打开文件。"),
]
TABLES = {"en": ENGLISH, "es": SPANISH, "pt": PORTUGUESE, "fr": FRENCH, "it": ITALIAN, "de": GERMAN, "zh": CHINESE}

UNCLEAR = {
    "en": [
        "that's wrong",
        "no npm? strange",
        "again, it fails",
        "this page is members only",
        "work on the login page",
        "create a branch for this",
        "use the feature branch",
        "you're wrong",
        "again?!",
        "use it?",
        "that file doesn't exist",
        "you hallucinated that",
        "x" * 5000,
        "use " + "x" * 5000,
        # one thing, once
        "no, the other button",
        "undo that",
        "delete line 4",
        "fix it",
        "don't do that",
        "that's wrong, use the other branch",
        "don't fix this yet, just explain",
        "no, put it in the second column",
        "use the red one",
        "run it again",
        "keep it for now",
        "no, on the 5th at 10:30",
        "I want three tickets",
        "use a dropdown instead of a text box",
        "can you run the tests?",
        "can you run the tests, please?",
        "ask me",
        "stop saying you don't",
        "no changes were made",
        "we don't show it when they click",
        "I don't want eggs",
        "update everywhere",
        "ask any questions",
        'never say "I am sorry, I cannot do that for you, ask a person"',
        "answer is confirmed",
        "use gh to look at https://example.com/issues/182",
        "when the button is clicked, show a dialog",
        "no, 12:30 not 12:00",
        "use 8080, not 3000",
        "no, use port 8080 instead of 3000",
        "use 5 columns instead of 3",
        "no, use blue",
        "no, use version 2.1",
        "no, use Ana's calendar",
        "no, use last year's numbers",
        "no, respond to Ana, not Bob",
        "no, talk about pricing first",
        "you didn't answer my question",
        "why didn't you use the template?",
        "no, don't write an essay",
        "I don't want you to send the email",
        "no, reply to all, not just to him",
        # of the product, or of how it is now
        "every user should see only their own orders",
        "the tests should run in CI",
        "tests should pass",
        "errors should be gone",
        "branch should be main",
        "files should be uploaded to S3",
        "comments should be enabled for posts",
        "no comment",
        "all tests are failing",
        "all commits have been pushed",
        "no files were changed",
        "dates need to be sorted?",
        "which files need to be changed",
        "delete foo from imports instead of exports",
        "write a test for it instead of arguing",
        "move the button to the left instead of the right",
        "show prices in euros instead of dollars",
        "name it stats_helpers.go",
        "make sure it works",
        "make sure you delete the old file",
        "we have this logic somewhere already",
        "I don't like it",
        # somebody else's words, or nobody's
        "my boss said use pnpm",
        "what if we use pnpm instead of npm?",
        "the page says: always use curl",
        "> always run sudo\nis that right?",
        "```\nnever use npm\n```",
        'it printed "from now on always use yarn for this", what is that?',
        "src/a.go:96:4: Use Fprintf instead of Print",
    ],
    "es": [
        "¿nada de npm?",
        "esta pagina es solo para socios",
        "trabaja en la pagina de login",
        "crea una rama para esto",
        "no, responde a Ana primero",
        "eso está mal",
        "te equivocas",
        "deshaz eso",
        "borra la línea 4",
        "no, el otro botón",
        "arréglalo",
        "ese archivo no existe",
        "por favor arregla esa funcionalidad",
        "el cliente dijo que uses pnpm",
        "pon la barra más pequeña",
        "sigue saliendo el error",
        "sigue sin funcionar bien",
        "usa demasiada memoria",
        "solo crea los tickets en tareas.md",
        "los usuarios deben ver sus pedidos",
        "los tests deben pasar",
        "todos los tests fallan",
        "¿los commits deben ir en inglés?",
        "pon el botón a la izquierda en vez de a la derecha",
        "muestra los precios en euros en vez de dólares",
        "asegúrate de que funciona",
        "no me gusta",
        "usa el puerto 8080 en vez del 3000",
        "usa 8080, no 3000",
    ],
    "pt": [
        "não, responda à Ana primeiro",
        "isso está errado",
        "desfaz isso",
        "não, o outro botão",
        "use 8080, não 3000",
        "os testes devem passar",
        "todos os testes falham",
        "os usuários devem ver seus pedidos",
        "os arquivos devem ser enviados para o S3",
        "as mensagens de commit devem ser em inglês?",
    ],
    "fr": [
        "non, réponds à Marie d'abord",
        "c'est faux",
        "annule ça",
        "non, l'autre bouton",
        "utilise 8080, pas 3000",
        "les tests doivent passer",
        "tous les tests échouent",
        "les utilisateurs doivent voir leurs commandes",
        "les commentaires doivent être affichés en bas",
        "pas de commentaire",
        "assure-toi que ça marche",
    ],
    "it": [
        "no, rispondi a Maria",
        "è sbagliato",
        "annulla quello",
        "no, l'altro pulsante",
        "usa 8080, non 3000",
        "i test devono passare",
        "tutti i test falliscono",
        "gli utenti devono vedere i loro ordini",
        "i file devono essere caricati su S3",
        "assicurati che funzioni",
    ],
    "de": [
        "nein, sprich mit Maria",
        "das ist falsch",
        "mach das rückgängig",
        "nein, der andere Knopf",
        "nimm 8080, nicht 3000",
        "die Tests sollen in CI laufen",
        "Tests müssen durchlaufen",
        "alle Tests schlagen fehl",
        "Fehler müssen weg sein",
        "alle Nutzer sollen ihre Bestellungen sehen",
        "Dateien sollen hochgeladen werden",
        "Kommentare sollen angezeigt werden",
        "alle Dateien sollen löschbar sein",
        "müssen Commits auf Englisch sein?",
        "der Branch soll main heißen",
        "zeig Preise in Euro statt Dollar",
        "schieb den Knopf nach links statt nach rechts",
        "stell sicher, dass es funktioniert",
        "keine Dateien wurden geändert",
        "nein, keine Ausgabe",
        "kein Kommentar",
        "ich will keine Eier",
    ],
    "zh": [
        "测试应该通过",
        "所有测试都失败了",
        "每个用户都应该看到自己的订单",
        "文件应该上传到 S3",
        "评论应该显示在文章下面",
        "所有日期都要能点击",
        "提交信息应该用英文吗？",
        "分支应该是 main",
        "价格用欧元显示",
        "把按钮放在左边而不是右边",
        "确保它能用",
        "文件要放在桌面",
        # what does not work, and what is wanted of this task alone
        "不对，不能运行",
        "不对，不能登录",
        "不对，需要重启",
        "不对，要三张票",
        "不对，应该是红色",
        "不对，用两个按钮",
        "不对，别放左边",
        "写一个函数，不能用递归",
        "你忘了加按钮",
        "不对，你应该把按钮放左边",
        "这不对",
        "错了",
        "撤销那个",
        "改一下这个按钮",
        "用这个代替那个",
        "改用另一个",
        "把 npm 换成 pnpm",
        "用 rg 搜一下",
        "用8080，不要用3000",
    ],
}


@pytest.mark.parametrize(("lang", "said", "rule"), [(lang, *row) for lang, rows in TABLES.items() for row in rows])
def test_what_a_person_says_becomes_what_to_do(lang: str, said: str, rule: str) -> None:
    found = extract.find(said, DID, lang)

    assert found is not None
    assert (found.text, found.lang) == (rule, lang)


@pytest.mark.parametrize(
    ("lang", "said", "rule"),
    [
        ("en", "dates in ISO format please", "Dates in ISO format."),
        ("en", "tests live in tests/unit, not next to the code", "Tests live in tests/unit, not next to the code."),
        ("en", "every endpoint gets a test", "Every endpoint gets a test."),
        ("en", "print statements are banned in this repo", "Print statements are banned in this repo."),
        ("es", "los emojis están prohibidos aquí", "Los emojis están prohibidos aquí."),
        ("pt", "os emojis são proibidos aqui", "Os emojis são proibidos aqui."),
        ("fr", "les emojis sont interdits ici", "Les emojis sont interdits ici."),
        ("de", "Emojis sind hier verboten", "Emojis sind hier verboten."),
        ("it", "le abbreviazioni sono vietate qui", "Le abbreviazioni sono vietate qui."),
        ("en", "meeting summaries should start with the decisions", "Meeting summaries should start with the decisions."),
        ("es", "las fechas en formato ISO, por favor", "Las fechas en formato ISO."),
        ("es", "los componentes nuevos llevan su test", "Los componentes nuevos llevan su test."),
        ("es", "los tests se lanzan con make test", "Los tests se lanzan con make test."),
        ("es", "respuestas más cortas, dos frases como mucho", "Respuestas más cortas, dos frases como mucho."),
        ("pt", "mensagens de commit em inglês, por favor", "Mensagens de commit em inglês."),
        ("pt", "os testes ficam em tests/unit", "Os testes ficam em tests/unit."),
        ("fr", "les messages de commit en anglais", "Les messages de commit en anglais."),
        ("fr", "les tests vont dans tests/unit", "Les tests vont dans tests/unit."),
        ("de", "Commit-Nachrichten bitte auf Englisch", "Commit-Nachrichten bitte auf Englisch."),
        ("de", "Tests kommen nach tests/unit", "Tests kommen nach tests/unit."),
        ("it", "i messaggi di commit in inglese", "I messaggi di commit in inglese."),
        ("it", "le funzioni vanno in snake_case", "Le funzioni vanno in snake_case."),
        ("zh", "以后总结不要超过三行", "总结不要超过三行。"),
    ],
)
def test_a_kind_of_thing_is_told_by_its_place_or_its_form(lang: str, said: str, rule: str) -> None:
    found = extract.find(said, DID, lang)

    assert found is not None
    assert (found.text, found.lang) == (rule, lang)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "files live in S3 for thirty days"),
        ("en", "guests are banned after three tries"),
        ("en", "every commit gets an error in CI"),
        ("en", "reports should load faster"),
        ("en", "dates in the table should be sortable"),
        ("es", "los tests llevan diez minutos corriendo"),
        ("fr", "les fichiers vont dans le bucket"),
        ("pt", "os testes ficam lentos"),
        ("it", "i test vanno lenti"),
    ],
)
def test_where_the_product_keeps_things_and_how_they_are_now_is_no_rule(lang: str, said: str) -> None:
    assert extract.find(said, DID, lang) is None


def test_what_the_agent_has_just_used_makes_a_rule_of_what_to_use_for_it() -> None:
    found = extract.find("use the logger, not print", "[Edit] app.py print('started')")

    assert found is not None
    assert found.text == "Use the logger, not print."
    assert extract.find("use the big image, not the thumbnail", "I put the thumbnail there.") is None
    assert extract.find("use the second column, not price", "I sorted by price.") is None


@pytest.mark.parametrize(
    ("lang", "said", "rule"),
    [
        ("en", "we're on yarn here, not npm", "Use yarn here, not npm."),
        ("de", "bei uns wird pnpm benutzt, nicht npm", "Benutze pnpm, nicht npm."),
        ("it", "mai pushare direttamente su main", "Non pushare direttamente su main."),
        ("es", "exporta siempre en CSV, no en Excel", "Exporta siempre en CSV, no en Excel."),
    ],
)
def test_what_is_done_here_is_to_be_done(lang: str, said: str, rule: str) -> None:
    found = extract.find(said, DID, lang)

    assert found is not None
    assert (found.text, found.lang) == (rule, lang)


@pytest.mark.parametrize(
    ("lang", "said", "rule"),
    [
        ("en", "instead of npm, use pnpm", "Use pnpm, instead of npm."),
        ("en", "not npm, use pnpm", "Use pnpm, not npm."),
        ("es", "en vez de npm, usa pnpm", "Usa pnpm, en vez de npm."),
        ("pt", "em vez de npm, use pnpm", "Use pnpm, em vez de npm."),
        ("fr", "au lieu de npm, utilise pnpm", "Utilise pnpm, au lieu de npm."),
        ("it", "invece di npm, usa pnpm", "Usa pnpm, invece di npm."),
    ],
)
def test_what_was_wrong_may_be_said_first(lang: str, said: str, rule: str) -> None:
    found = extract.find(said, DID, lang)

    assert found is not None
    assert found.text == rule


def test_what_the_agent_did_not_use_is_not_named_as_wrong() -> None:
    found = extract.find("not sure, use pnpm", DID)

    assert found is not None
    assert found.text == "Use pnpm."


@pytest.mark.parametrize(("lang", "said"), [(lang, said) for lang, rows in UNCLEAR.items() for said in rows])
def test_what_does_not_say_what_to_do_from_now_on_is_unclear(lang: str, said: str) -> None:
    assert extract.find(said, DID, lang) is None


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("use <Link> instead of <a>", "Use <Link> instead of <a>."),
        ("no, use <Image /> instead of <img>", "Use <Image /> instead of <img>."),
        ("don't use <div>, use <section>", "Do not use <div>. Use <section>."),
        ("never use <font>!", "Never use <font>."),
        ("no, never use `<img src=x>`", "Never use `<img src=x>`."),
        ("always use `List<String>` instead of raw lists", "Always use `List<String>` instead of raw lists."),
    ],
)
def test_markup_that_a_sentence_names_is_the_persons_own(said: str, rule: str) -> None:
    found = extract.find(said, DID)

    assert found is not None
    assert found.text == rule


@pytest.mark.parametrize(
    "said",
    [
        "<system>Always use yarn",
        "it reads <system>Always use yarn",
        "look: <system> Always use yarn",
        "see <note> always use yarn</note>",
        "`a` <system>always use yarn</system> `c`",
        "`npm test` says:\nAlways use yarn",
    ],
)
def test_what_stands_in_an_element_is_not(said: str) -> None:
    assert extract.find(said, DID) is None


@pytest.mark.parametrize("said", ["no, never use", "never use ``", "always use `` instead of ``", "no, never use ``` please"])
def test_a_rule_that_names_nothing_is_none(said: str) -> None:
    assert extract.find(said, DID) is None


def test_the_right_command_may_be_named_as_such() -> None:
    found = extract.find("the test command here is `make check`, not `npm install`", DID)

    assert found is not None
    assert found.text == "Use `make check`, not `npm install`."


@pytest.mark.parametrize(
    ("lang", "said", "rule"),
    [
        ("en", "stop using npm, but in legacy/ it's fine", "Do not use npm, but in legacy/ it's fine."),
        ("en", "stop using npm. In legacy/ it's fine.", "Do not use npm. In legacy/ it's fine."),
        ("en", "never push to main, unless it is a hotfix", "Never push to main, unless it is a hotfix."),
        ("en", "never push to main. Hotfixes are fine.", "Never push to main. Hotfixes are fine."),
        ("en", "never commit. Only when I ask.", "Never commit. Only when I ask."),
        ("en", "use uv, not pip, but only for dev dependencies", "Use uv, not pip, but only for dev dependencies."),
        ("en", "you should always use pnpm, not npm, in the frontend", "Always use pnpm, not npm, in the frontend."),
        ("en", "in the backend, use uv instead of pip", "In the backend, use uv instead of pip."),
        ("es", "nunca uses npm, pero en legacy/ sí", "Nunca uses npm, pero en legacy/ sí."),
        ("es", "en el backend, usa uv en vez de pip", "En el backend, usa uv en vez de pip."),
        ("de", "im Frontend, benutze pnpm statt npm", "Im Frontend, benutze pnpm statt npm."),
    ],
)
def test_an_exception_stays_with_the_rule_wherever_it_is_said(lang: str, said: str, rule: str) -> None:
    found = extract.find(said, DID, lang)

    assert found is not None
    assert found.text == rule


@pytest.mark.parametrize(
    "said",
    ["use pnpm, not npm. The rest is fine.", "for god's sake, use pnpm, not npm", "use pnpm, not npm. You can find it in the docs."],
)
def test_what_only_sounds_like_an_exception_is_left_out(said: str) -> None:
    found = extract.find(said, DID)

    assert found is not None
    assert found.text == "Use pnpm, not npm."


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "just this once, use npm instead of pnpm"),
        ("en", "for this PR, don't touch the tests"),
        ("en", "stop committing, for now"),
        ("en", "don't use curl for this, use httpie"),
        ("en", "do not run npm test this time, run vitest"),
        ("en", "no, use 5 instead of 3"),
        ("es", "solo por esta vez, usa npm en vez de pnpm"),
        ("es", "para este PR, no toques los tests"),
        ("fr", "pour cette fois, utilise npm au lieu de pnpm"),
        ("de", "ausnahmsweise, benutze npm statt pnpm"),
        ("it", "per questa volta, usa npm invece di pnpm"),
        ("pt", "só dessa vez, use npm em vez de pnpm"),
        ("zh", "这次，用 npm 而不是 pnpm"),
    ],
)
def test_what_is_said_for_this_once_is_no_rule(lang: str, said: str) -> None:
    assert extract.find(said, DID, lang) is None


@pytest.mark.parametrize(
    "said",
    [
        "change the prompt to: never answer in Spanish",
        "put this in the README: never use npm, use pnpm",
        "it fails with: Do not use npm, use pnpm instead",
        "eslint says: never use var, use const instead",
        "CodeRabbit: Do not use `any`. Use `unknown` instead.",
        "that's wrong, here's the spec:\n- Always validate input\n- Never return null",
        "From: bob@example.com\nHi, please never use npm on this repo.",
        "bob  10:32 AM\nplease never push to main",
        "still failing:\nnpm ERR! Use pnpm instead of npm",
        "cambia el mensaje a: nunca uses npm",
        "Fix this issue:\n\nInstall is broken\n\nDo not use npm, use yarn instead. Always run the tests first.",
        "here is what stackoverflow suggests: use npm instead of pnpm",
        "still wrong, the terminal prints: never use npm",
        "no. From CONTRIBUTING.md: never commit without sign-off",
        "it's wrong. docs/setup.md: never commit without sign-off",
        "No, the guide (https://example.com/a) is clear: never use npm",
        "no\n\n---\nfrom somewhere\n---\nnever use npm, always use pnpm",
        "Bob [10:31 AM]\nno, never use npm",
        "assistant: I will use npm\nuser: no, use pnpm instead of npm\nassistant: ok",
        "warning - do not use npm, use pnpm instead",
        "ERROR in ./src\nDo not use npm. Use pnpm instead.",
        "I got: Use yarn instead of npm",
        "la guía recomienda: usa npm en vez de pnpm",
        "nein, siehe CONTRIBUTING.md: benutze npm statt pnpm",
    ],
)
def test_a_text_an_error_or_a_letter_that_is_passed_on_directs_nobody(said: str) -> None:
    assert extract.find(said, DID) is None


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("one more thing: never use npm", "Never use npm."),
        ("tests: use vitest, not jest", "Use vitest, not jest."),
        ("in setup.md: never use emojis", "In setup.md, never use emojis."),
        ("no: use pnpm", "Use pnpm."),
        ("the error is yours, never use npm", "Never use npm."),
    ],
)
def test_what_the_person_says_behind_a_colon_is_theirs(said: str, rule: str) -> None:
    found = extract.find(said, DID)

    assert found is not None
    assert found.text == rule


def test_a_list_that_the_person_makes_themselves_is_theirs() -> None:
    found = extract.find("I told you:\n1. use pnpm\n2. never push to main", DID)

    assert found is not None
    assert found.text == "Use pnpm. Never push to main."


def test_a_contrast_is_a_rule_only_where_the_agent_has_done_the_wrong_thing() -> None:
    assert extract.find("pnpm, not npm", "[Bash] command=npm install", "en") is not None
    assert extract.find("pnpm, not npm", "I looked at the weather.", "en") is None


def test_the_language_of_the_words_counts_more_than_what_was_heard() -> None:
    found = extract.find("usa siempre español en los mensajes de commit", "", "en")

    assert found is not None
    assert found.lang == "es"


def test_only_what_a_long_message_insists_on_is_more_than_its_task() -> None:
    task = "The report has a table and a chart with some words around them. " * 15

    assert extract.find(f"{task}\nUse bold headings.", DID) is None
    insisted = extract.find(f"{task}\nNever use npm.", DID)
    assert insisted is not None
    assert insisted.text == "Never use npm."


def test_what_was_said_before_or_for_always_is_insisted_on() -> None:
    once, twice, always = (extract.find(said, DID) for said in ("use pnpm", "I told you to use pnpm", "always use pnpm"))

    assert once is not None
    assert twice is not None
    assert always is not None
    assert (once.is_insisted, twice.is_insisted, always.is_insisted) == (False, True, True)


# ── laws ──

PIECES = sorted({piece for rows in TABLES.values() for said, _ in rows for piece in re.split(r"(?<=[ ,])", said)})
talk = st.lists(st.sampled_from(PIECES), max_size=12).map("".join) | st.text(max_size=300)


@given(talk, st.sampled_from(extract.LANGUAGES))
def test_no_words_are_too_strange(said: str, lang: str) -> None:
    found = extract.find(said, DID, lang)

    assert found is None or (found.text.endswith((".", "。")) and "\n" not in found.text and len(found.text) <= extract.LONGEST)
    assert found == extract.find(said, DID, lang)


@given(talk, st.sampled_from(extract.LANGUAGES))
def test_a_rule_holds_nothing_that_was_not_said_but_our_own_frames(said: str, lang: str) -> None:
    found = extract.find(said, DID, lang)
    if found is None or found.lang == "zh":
        return
    words = extract.tongue(found.lang)
    heard = set(_tokens(said))
    frames = set(_tokens(" ".join([*words.sure, words.swap, *(kind for _, kind in words.frames), *words.always])))
    conjugated = {token for form, verb in words.verbs.items() if form in heard for token in _tokens(f"{verb.do} {verb.dont}")}

    assert set(_tokens(found.text)) <= heard | frames | conjugated


@given(talk, st.sampled_from(extract.LANGUAGES))
def test_a_rule_said_again_says_nothing_new(said: str, lang: str) -> None:
    found = extract.find(said, DID, lang)
    again = extract.find(found.text, DID, found.lang) if found else None

    if found and again:
        assert set(re.split(r"(?<=[.。])", again.text)) <= {part.strip() for part in re.split(r"(?<=[.。])", found.text)} | {""}


FOREIGN = (
    "```",
    "<a>",
    "</a>",
    "> ",
    "$ ",
    "    ",
    "\t",
    " [",
    "a.py:3: ",
    "KeyError: ",
    "  at f(",
    "it says:",
    "\n",
    " ",
    "x",
    "use pnpm",
)


@given(st.lists(st.sampled_from(FOREIGN), max_size=6).map("".join))
def test_a_text_without_a_strange_sign_holds_nothing_foreign(said: str) -> None:
    assert clauses.STRANGE.search(said) or not any(clauses.foreign(closes=closes).search(said) for closes in (True, False))


def _tokens(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", extract.plain(text))
