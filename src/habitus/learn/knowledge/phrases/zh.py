"""Chinese: written without gaps, so a frame reaches to the end of its clause."""

from __future__ import annotations

from habitus.learn.knowledge.phrases import Frame, Phrases

HERE = r"(?:这里|在这里|我们这里|(?:在)?(?:这个|本|我们的|我们)(?:项目|仓库|代码库|团队|公司)(?:里|中|内)?)"
THINGS = (
    r"(?:单元测试|集成测试|测试(?:用例|文件|代码)?|文档|(?:测试|预发布|预发|生产|开发)?(?:服务器|数据库|环境)|主分支|默认分支|分支|迁移(?:文件)?|配置(?:文件)?|脚本|组件|日志|接口|端口|包管理器"
    r"|时区|源码|源代码)"
)

PHRASES = Phrases(
    frames=(
        Frame(r"(?:请?叫我|我叫|我的名字是|我的名字叫)\s*(?P<o>[^，。！？,]{1,20})$", "fact", "name", "user"),
        Frame(
            r"我(?:更|比较|一般|通常|个人|总是)*(?:喜欢|偏好|倾向于?)(?:用|使用)?\s*(?P<o>.+?)(?:，?(?:而不是|不喜欢)(?P<y>.+))?$",
            "preference",
            "prefers",
            "user",
            "thing",
            True,
        ),
        Frame(r"我(?:不喜欢|讨厌)\s*(?P<o>.+)", "preference", "dislikes", "user", "thing"),
        Frame(rf"(?:{HERE})?，?(?:我们)?(?:从不|不|从来不)(?:使用|用)\s*(?P<o>.+)", "preference", "avoids", "project", "thing", True),
        Frame(
            rf"(?:{HERE})?，?我们(?:这里|团队|项目)?(?:一般|总是|都|只|一直|统一)*(?:使用|采用|用)\s*(?P<o>(?:(?!来|的).)+?)(?:来.+|做.+|管理.+|写.+)?$",
            "preference",
            "uses",
            "project",
            "thing",
        ),
        Frame(rf"(?:{HERE})(?:使用|采用|用|基于)(?:的是)?\s*(?P<o>.+)", "fact", "uses", "project", "name"),
        Frame(rf"(?:{HERE})?，?我们(?P<n>总是|从不|从来不|一直|都会)(?P<o>.+)", "preference", "does", "project", "any", True),
        Frame(
            rf"(?:我们的|所有的?|全部)?(?P<s>{THINGS})(?:都)?(?:放在|位于|存放在|在|部署在|运行在)\s*(?P<o>.+?)(?:目录)?(?:下面|下|里面|里|中)?$",
            "fact",
            "in",
            "thing",
            "name",
        ),
        Frame(r"我们的(?P<s>[^，。是]{1,12})(?:是|叫)\s*(?P<o>.+)", "fact", "is", "thing", "name"),
        Frame(rf"(?P<s>{THINGS})(?:是|叫)\s*(?P<o>.+)", "fact", "is", "thing", "name"),
        Frame(r"我住在\s*(?P<o>.+)", "fact", "livesIn", "user"),
    ),
    lead=r"(?:你好|好的?|嗯|对|谢谢|请|顺便说一下|另外|而且|但是?|因为|所以|说明一下|注意|供参考|那么)[\s，,。.：:！!]*",
    recall=r"(?:请|一定要?)?(?:记住|记得|牢记|别忘了|不要忘记|请注意并记住|备忘)[\s，,：:]*",
    begins=r"[，,；;：:]\s*",
    ends=r"[，,；;。！？!?（(]|(?:所以|但是|因为|请)",
    asks=r"(?:什么|为什么|怎么|哪|谁|是否|能不能|可以|请问|有没有)",
    supposes=r"如果|假如|假设|要是|也许|可能|或许|万一|比如|例如|据说|他说|她说|文档说",
    doubts=r"我(?:觉得|认为|猜|不确定|不知道)|可能|也许|大概|好像|似乎|应该是|开玩笑|吗|呢|？",
    moment=r"现在|目前|暂时|今天|明天|本周|这周|这个月|这次|当前",
    passing=r"问题|错误|报错|想法|计划|目标|订单|预订|航班|任务|结果|输出|答案|这个|那个",
    vague=r"(?:这|那|它|他|她|哪|什么|前者|后者|第|另|同样|你|这样|那样|一下)",
    here=HERE,
    corrects=r"(?:不对|错了|不是|不要|别|停|我说过|我告诉过你|你忘了|你为什么|其实)",
    you=r"(?:你|您)",
)
